import type { TSchema } from 'typebox'
import { toDocumentedBodySchema } from './documented-body-schema.ts'
import { makeSchemaCollector, type SchemaCollector } from './openapi-schema-collector.ts'
import { openApiTagDescriptions } from './openapi-tag-descriptions.ts'
import { ProblemBody } from './problems.ts'
import { isMultipart, mediaTypesOf, possibleStatusesOf, type Route, type RouteAccess } from './route.ts'

export interface OpenApiOptions {
  version: string
  /** The path of the instance, e.g. '/' or '/lectern'. */
  server?: string
}

type Json = Record<string, unknown>

/** The name of the remaining path, which routes write as `*`. */
const REST = 'path'

/** The whole API as an OpenAPI 3.1 document. A pure function of the routes. */
export function buildOpenApiDocument(routes: readonly Route[], { version, server = '/' }: OpenApiOptions) {
  const schemas = makeSchemaCollector()
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}').replace(/\*$/, `{${REST}}`)
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = describeRoute(route, schemas)
  }
  const problems = describeProblems(schemas)
  return {
    openapi: '3.1.0',
    info: { title: 'Lectern', version, description: introduction, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: server }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name, description: openApiTagDescriptions[name] })),
    paths,
    components: { schemas: schemas.components, responses: problems, headers: limitHeaders, securitySchemes },
    security: credentials,
  }
}

const introduction = `The API of a library server for comics, manga and ebooks.

Send a token from \`POST /api/v1/auth/login\` as \`Authorization: Bearer …\`, or an API key as \`X-API-Key\`, as a bearer token,
or as the password of the Basic user \`api\`. Each operation names the permission it requires. Lists are paged with \`page\`
(from 1) and \`pageSize\` (at most 500). Errors have the form \`{error, message, details?}\`.`

const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'An access token (JWT) or an API key.' },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'User `api` with an API key as password, or your username and password.',
  },
  session: { type: 'apiKey', in: 'cookie', name: 'lectern_session', description: 'Set by signing in.' },
}
const credentials = Object.keys(securitySchemes).map((name) => ({ [name]: [] }))

const limitHeaders = {
  'X-RateLimit-Limit': header('Requests allowed in a burst.'),
  'X-RateLimit-Remaining': header('Requests left.'),
  'X-RateLimit-Reset': header('Seconds until the next request is allowed; 0 while requests are left.'),
}

const problemTexts = {
  '400': 'The request is invalid; `details` lists every problem.',
  '401': 'The credentials are missing or not valid.',
  '403': 'You do not have the required permission, named in `details.permission`.',
  '404': 'Not found, or you do not have access to it.',
  '409': 'The request conflicts with the current state.',
  '412': 'It has changed since the version named by `If-Match` or `If-Unmodified-Since`.',
  '413': 'The request is too large.',
  '415': 'The media type is not supported.',
  '416': 'The requested range is outside the file.',
  '422': 'The file cannot be processed; `message` says why.',
  '429': 'Too many requests; wait as long as `Retry-After` says.',
  '500': 'Internal error; the message contains an id to look up in the log.',
  '503': 'The server is temporarily unable to do this; try again after `Retry-After`.',
}

function describeRoute(route: Route, schemas: SchemaCollector): Json {
  const isPublic = route.permission === 'public'
  const words = [route.description, accessInWords(route.permission)].filter(Boolean).join('\n\n')
  return {
    operationId: operationId(route),
    summary: route.summary.replace(/\.$/, ''),
    description: words,
    tags: [tagOf(route)],
    'x-permission': typeof route.permission === 'string' ? route.permission : [...route.permission.anyOf],
    ...(isPublic ? { security: [] } : {}),
    parameters: [
      ...parametersOf('path', route.params, route.path, schemas),
      ...parametersOf('query', route.query, '', schemas),
    ],
    ...(route.body ? { requestBody: describeBody(route.body, schemas) } : {}),
    responses: describeResponses(route, schemas),
  }
}

function parametersOf(
  place: 'path' | 'query',
  schema: TSchema | undefined,
  path: string,
  schemas: SchemaCollector,
): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  const declared = Object.entries(properties).map(([name, given]) => ({
    name: name === '*' ? REST : name,
    in: place,
    required: place === 'path' || (required.includes(name) && !('default' in given)),
    ...(given.description ? { description: given.description } : {}),
    schema: schemas.refer(given),
  }))
  // A path parameter that the route does not check is still part of the path.
  const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const missing = inPath.filter((name) => !Object.hasOwn(properties, name))
  return [...declared, ...missing.map((name) => ({ name, in: place, required: true, schema: { type: 'string' } }))]
}

function describeBody(body: TSchema, schemas: SchemaCollector): Json {
  const mediaType = isMultipart(body) ? 'multipart/form-data' : 'application/json'
  return {
    required: !('~optional' in body),
    content: { [mediaType]: { schema: schemas.refer(toDocumentedBodySchema(body)) } },
  }
}

function describeResponses(route: Route, schemas: SchemaCollector): Json {
  const { response } = route
  const mediaTypes = mediaTypesOf(response)
  const content = mediaTypes
    ? Object.fromEntries(
        mediaTypes.map((type) => [type.split(';')[0], route.messages ? { schema: schemas.refer(route.messages) } : {}]),
      )
    : response && {
        'application/json': { schema: schemas.refer(response) },
        ...Object.fromEntries((route.alternatives ?? []).map((type) => [type, {}])),
      }
  const headers = Object.fromEntries(
    Object.keys(limitHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
  const success = {
    description: response ? 'Success.' : 'Success, without a body.',
    headers,
    ...(content ? { content } : {}),
  }
  const describe = (status: number): Json => {
    if (status === 206) return { ...success, description: 'The requested part of the file.' }
    if (status === 204) return { description: 'No content.', headers }
    if (status < 300) return success
    if (status === route.failsWithBody && response) {
      const schema = { oneOf: [schemas.refer(response), schemas.refer(ProblemBody)] }
      return {
        description: 'The request could not be completed; the body explains why.',
        headers,
        content: { 'application/json': { schema } },
      }
    }
    if (status === 304) return { description: 'Not modified: the copy named by `If-None-Match` is current.', headers }
    return status < 400 ? { description: 'Redirect.', headers } : { $ref: `#/components/responses/${status}` }
  }
  return Object.fromEntries(possibleStatusesOf(route).map((status) => [status, describe(status)]))
}

function describeProblems(schemas: SchemaCollector): Json {
  const content = { 'application/json': { schema: schemas.refer(ProblemBody) } }
  const wait = { 'Retry-After': header('Seconds to wait.') }
  const describe = ([status, description]: [string, string]) => {
    const headers = status === '429' ? { headers: wait } : {}
    return [`${status}`, { description, ...headers, content }]
  }
  return Object.fromEntries(Object.entries(problemTexts).map(describe))
}

const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function accessInWords(access: RouteAccess): string {
  if (access === 'public') return 'Public: no credentials required.'
  if (access === 'authenticated') return 'Requires any valid credentials.'
  const names = (typeof access === 'string' ? [access] : access.anyOf).map((name) => `\`${name}\``)
  return `Requires the permission ${orList.format(names)}.`
}

function operationId({ method, path }: Route): string {
  const words = path.replace(/^\/api\/v1/, '').split(/[^A-Za-z0-9]+/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function tagOf({ tag, path }: Route): string {
  if (tag) return tag
  const first = path.replace(/^\/api\/v1/, '').split('/')[1] ?? 'other'
  return first.charAt(0).toUpperCase() + first.slice(1).replaceAll('-', ' ')
}

function header(description: string) {
  return { description, schema: { type: 'integer' } }
}
