import type { Static, TSchema } from 'typebox'
import type { AuditEvent } from './audit-event-labels.ts'
import type { DeniableAction, Permission } from './permissions.ts'
import Type from './typebox.ts'

/**
 * Who may call a route: anyone, anyone who signed in, a holder of one permission, or of at least one of several.
 */
export type RouteAccess = 'public' | 'authenticated' | Permission | { readonly anyOf: readonly Permission[] }

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The definition of a route. Validation, handler types, permission check and OpenAPI are all derived from it. */
export interface RouteDefinition {
  readonly permission: RouteAccess
  /** Refused to users who were denied this action, whatever their permissions. */
  readonly action?: DeniableAction
  /** One short sentence, shown in the reference. */
  readonly summary: string
  readonly description?: string
  /** Section of the reference; by default the first segment of the path. */
  readonly tag?: string
  readonly params?: TSchema
  readonly query?: TSchema
  /** JSON, or `Multipart` for uploads (then the handler reads `request.parts()`). */
  readonly body?: TSchema
  /** Absent = no body. */
  readonly response?: TSchema
  /** Other media types that `Accept` may request; the handler writes them. */
  readonly alternatives?: readonly string[]
  /** For a stream: the schema of each message. */
  readonly messages?: TSchema
  /** Status of success; by default 200, or 204 without a response. */
  readonly status?: number
  /** Statuses besides success and those any such route can return, e.g. 409 of a deletion. */
  readonly also?: readonly number[]
  /** An error status with the body of success, e.g. 503 of the health check. */
  readonly failsWithBody?: number
  /** Written to the audit log on success. */
  readonly audit?: AuditEvent
  /** Allows a larger body than usual, e.g. an upload, up to its own limit in the configuration. */
  readonly upload?: boolean
}

export type Route<
  Parts extends RouteDefinition = RouteDefinition,
  M extends HttpMethod = HttpMethod,
  Path extends string = string,
> = Parts & {
  readonly method: M
  /** The whole path from the root of the instance, with parameters as `:name`. */
  readonly path: Path
}

type StaticOf<Schema, Otherwise> = Schema extends TSchema ? Static<Schema> : Otherwise
export type ParamsOf<R> = R extends { params: infer S } ? StaticOf<S, Empty> : Empty
export type QueryOf<R> = R extends { query: infer S } ? StaticOf<S, Empty> : Empty
export type BodyOf<R> = R extends { body: infer S } ? StaticOf<S, undefined> : undefined
export type AnswerOf<R> = R extends { response: infer S extends TSchema } ? Static<S> : Nothing
/** A handler of a route without a response may return nothing. */
type Nothing = ReturnType<() => void>
type Empty = Record<never, never>

/** Functions that define routes below one prefix: `const { get } = routesUnder('/opds/v1.2')`. */
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

/** Whether a request changes something. Some queries are too long for a URL, so they use POST. */
export function isWriteRoute({ method, path }: Pick<Route, 'method' | 'path'>): boolean {
  return (
    method !== 'GET' && !/\/(list|list\/alphabetical-groups|search|search\/text|match\/comicrack|logout)$/.test(path)
  )
}

export function successStatusOf(route: RouteDefinition): number {
  return route.status ?? (route.response ? 200 : 204)
}

/** Every status the route can return. Tests check it. */
export function possibleStatusesOf(route: Route): number[] {
  const { permission, params, query, body, method, also = [] } = route
  // 400 also for any ambiguous request.
  const statuses = new Set([successStatusOf(route), 400, 429, 500, 503, ...also])
  const isWrite = method !== 'GET'
  if (permission !== 'public') statuses.add(401)
  // A session's writes from another site are always refused.
  if (isWrite || (permission !== 'public' && permission !== 'authenticated')) statuses.add(403)
  if (!isWrite && permission !== 'public') statuses.add(304)
  if (params || [query, body].some(namesSomething)) statuses.add(404)
  if (isWrite) for (const status of [413, 415]) statuses.add(status)
  if (isWrite && body) statuses.add(409)
  return [...statuses].sort((a, b) => a - b)
}

/** What a query or body refers to may not exist, or not be visible to the viewer. */
function namesSomething(schema: TSchema | undefined): boolean {
  const names = Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
  return names.some((name) => /(?:^id|Id)s?$/.test(name))
}

/**
 * A response that isn't JSON: bytes, a stream, XML. The handler sets the content type and sends what Fastify can send.
 */
export function Binary(...mediaTypes: [string, ...string[]]) {
  return Type.Unsafe<BinaryAnswer>({ type: 'string', format: 'binary', 'x-media-types': mediaTypes })
}
/** A page or picture as it is stored in a book, which can be of any type. */
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
/** Filters a list by a parent. If the parent doesn't exist or the viewer may not see it, the list is empty. */
export const ParentIdFilter = Type.String({
  format: 'uuid',
  examples: ['01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'],
  description: 'Only items that belong to it. The list is empty if it does not exist or you cannot see it.',
})
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-03-01T12:00:00.000Z'] })
export const ById = Type.Object({ id: Uuid })

/** `null` means "unknown"; the field is always present. */
export function Nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()])
}
