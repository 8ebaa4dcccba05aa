import type { Static, TSchema } from 'typebox'
import type { AuditEvent } from './audit-event-labels.ts'
import type { DeniableAction, Permission } from './permissions.ts'
import Type from './typebox.ts'

/**
 * Who may call a route: anyone, anyone who signed in, a holder of one permission, or of at least one of several.
 */
export type RouteAccess = 'public' | 'authenticated' | Permission | { readonly anyOf: readonly Permission[] }

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a route states about itself. Validation, handler types, permission check and OpenAPI all come from here. */
export interface RouteDefinition {
  readonly permission: RouteAccess
  /** Refused, whatever the permissions, to those who were denied it. */
  readonly action?: DeniableAction
  /** One short sentence, shown in the reference. */
  readonly summary: string
  readonly description?: string
  /** Section of the reference; by default the first piece of the path. */
  readonly tag?: string
  readonly params?: TSchema
  readonly query?: TSchema
  /** JSON, or `Multipart` for uploads (then the handler reads `request.parts()`). */
  readonly body?: TSchema
  /** Left out = no body. */
  readonly response?: TSchema
  /** Other media types that `Accept` may ask for; the handler writes them. */
  readonly alternatives?: readonly string[]
  /** For a stream: what each of its messages holds. */
  readonly messages?: TSchema
  /** Status of success; by default 200, or 204 without a response. */
  readonly status?: number
  /** Statuses it answers with besides success and what any route like it can answer, e.g. 409 of a deletion. */
  readonly also?: readonly number[]
  /** A status of failure that has the body of success, e.g. 503 of the health check. */
  readonly failsWithBody?: number
  /** Written to the audit log when it was done. */
  readonly audit?: AuditEvent
  /** More bytes than usual may be sent, e.g. an upload. Names a limit of the configuration. */
  readonly upload?: boolean
}

export type Route<
  Parts extends RouteDefinition = RouteDefinition,
  M extends HttpMethod = HttpMethod,
  Path extends string = string,
> = Parts & {
  readonly method: M
  /** The whole path from the root of the instance, parameters as `:name`. */
  readonly path: Path
}

type StaticOf<Schema, Otherwise> = Schema extends TSchema ? Static<Schema> : Otherwise
export type ParamsOf<R> = R extends { params: infer S } ? StaticOf<S, Empty> : Empty
export type QueryOf<R> = R extends { query: infer S } ? StaticOf<S, Empty> : Empty
export type BodyOf<R> = R extends { body: infer S } ? StaticOf<S, undefined> : undefined
export type AnswerOf<R> = R extends { response: infer S extends TSchema } ? Static<S> : Nothing
/** A handler of a route without an answer may simply end. */
type Nothing = ReturnType<() => void>
type Empty = Record<never, never>

/** Makers of routes below one prefix: `const { get } = routesUnder('/opds/v1.2')`. */
export function routesUnder<const Prefix extends string>(prefix: Prefix) {
  const maker =
    <M extends HttpMethod>(method: M) =>
    <const Path extends string, const Parts extends RouteDefinition>(
      path: Path,
      parts: Parts,
    ): Route<Parts, M, `${Prefix}${Path}`> => ({ ...parts, method, path: `${prefix}${path}` })
  return { get: maker('GET'), post: maker('POST'), put: maker('PUT'), patch: maker('PATCH'), del: maker('DELETE') }
}

export const apiPrefix = '/api/v1'
export const { get, post, put, patch, del } = routesUnder(apiPrefix)

/** Whether a call changes something. Some questions are too long for an address, so they are asked by POST. */
export function isWriteRoute({ method, path }: Pick<Route, 'method' | 'path'>): boolean {
  return (
    method !== 'GET' && !/\/(list|list\/alphabetical-groups|search|search\/text|match\/comicrack|logout)$/.test(path)
  )
}

export function successStatusOf(route: RouteDefinition): number {
  return route.status ?? (route.response ? 200 : 204)
}

/** Every status the route can answer with. The tests hold it to them. */
export function possibleStatusesOf(route: Route): number[] {
  const { permission, params, query, body, method, also = [] } = route
  // 400 also for a request that could be read in two ways, whatever it asks for.
  const statuses = new Set([successStatusOf(route), 400, 429, 500, 503, ...also])
  const isWrite = method !== 'GET'
  if (permission !== 'public') statuses.add(401)
  // A session's writes from another site are refused whatever they are.
  if (isWrite || (permission !== 'public' && permission !== 'authenticated')) statuses.add(403)
  if (!isWrite && permission !== 'public') statuses.add(304)
  if (params || [query, body].some(namesSomething)) statuses.add(404)
  if (isWrite) for (const status of [413, 415]) statuses.add(status)
  if (isWrite && body) statuses.add(409)
  return [...statuses].sort((a, b) => a - b)
}

/** What a query or body names may not be there, or not for whoever asks. */
function namesSomething(schema: TSchema | undefined): boolean {
  const names = Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
  return names.some((name) => /(?:^id|Id)s?$/.test(name))
}

/** An answer that is not JSON: bytes, a stream, XML. The handler sets the content type and sends what Fastify can send. */
export function Binary(...mediaTypes: [string, ...string[]]) {
  return Type.Unsafe<BinaryAnswer>({ type: 'string', format: 'binary', 'x-media-types': mediaTypes })
}
/** A page or picture as it lies in a book: whatever people put there. */
export const StoredPicture = Binary(
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
  'image/bmp',
  'image/tiff',
  'image/jxl',
  'image/jp2',
  'image/heic',
  'image/heif',
  'image/svg+xml',
)
export type BinaryAnswer = Uint8Array | string | AsyncIterable<unknown> | undefined

/** A form with files. */
export function Multipart(properties: Record<string, TSchema>) {
  return Type.Unsafe<undefined>({ ...Type.Object(properties), 'x-multipart': true })
}

/** The media types of a `Binary` schema, undefined for JSON. */
export function mediaTypesOf(schema: TSchema | undefined): readonly string[] | undefined {
  return (schema as { 'x-media-types'?: readonly string[] } | undefined)?.['x-media-types']
}

export function isMultipart(schema: TSchema | undefined): boolean {
  return (schema as { 'x-multipart'?: boolean } | undefined)?.['x-multipart'] === true
}

export const Uuid = Type.String({ format: 'uuid', examples: ['01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'] })
/** A filter of a list by what something belongs to. What nobody knows, or the viewer may not see, has nothing in it. */
export const ParentIdFilter = Type.String({
  format: 'uuid',
  examples: ['01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'],
  description: 'Only items that belong to it. The list is empty if it does not exist or you cannot see it.',
})
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-03-01T12:00:00.000Z'] })
export const ById = Type.Object({ id: Uuid })

/** `null` stands for "not known"; the field is always there. */
export function Nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()])
}
