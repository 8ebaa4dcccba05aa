import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../../config/settings.ts'
import { Caches } from '../../store/cache/caches.ts'
import type { AuditRecorder } from '../audit-recorder.ts'
import { type BasePath, openBasePath, type PathAlias } from './base-path.ts'
import { type MethodsByPath, makeMethodsByPath } from './methods-by-path.ts'
import { type NotModifiedCache, openNotModifiedCache } from './not-modified-cache.ts'
import { openRequestDurations, type RequestDurations } from './request-durations.ts'
import { makeRequestIdGenerator } from './request-id.ts'
import type { ServerLogger } from './server-logger.ts'
import type { Surface } from './surface.ts'
import { makeTrustedProxyCheck } from './trusted-proxies.ts'
import type { WebInterfaceFallback } from './unknown-path.ts'

/** What the surfaces of one server share. */
export interface Edge {
  readonly surfaces: Surface[]
  readonly known: MethodsByPath
  readonly basePath: BasePath
  readonly bodyBytes: number
  readonly uploadBytes: number
  readonly publicBodyBytes: number
  readonly jsonDepth: number
  /** The maximum number of event streams per user, and the open ones. */
  readonly streams: { max: number; open: Map<number, number> }
  /** The same for uploads, which are in memory until they end. */
  readonly uploads: { max: number; open: Map<number, number> }
  /** Checks every response against its schema and fails if it differs. For tests. */
  readonly strictAnswers: boolean
  /** The web interface, for paths that belong to no surface. */
  page: WebInterfaceFallback | undefined
  readonly times: RequestDurations
  readonly requestId: (request: IncomingMessage) => string
  readonly notModified: NotModifiedCache
  /** Answers before the router runs, or returns false without side effects; see `edge/answer-without-router.ts`. */
  answerDirectly: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  audit: AuditRecorder | undefined
  readonly isTrustedProxy: (address: string) => boolean
  /** The address of requests that named another sender, although no proxy there is trusted. */
  untrustedProxy: string | undefined
}

export interface AppOptions {
  log: ServerLogger
  alias?: () => PathAlias | undefined
  strictAnswers?: boolean
  /** Changes with every commit; undefined if that can't be known without waiting. */
  generation?: () => number | undefined
  /** Where its caches are registered. */
  caches?: Caches
}

export function makeEdge({ server, limits }: Config, options: AppOptions): Edge {
  const isTrustedProxy = makeTrustedProxyCheck(server.trusted_proxies)
  const surfaces: Surface[] = []
  return {
    surfaces,
    known: makeMethodsByPath(),
    basePath: openBasePath({
      publicUrl: server.public_url,
      trusts: isTrustedProxy,
      alias: options.alias,
      roots: () => surfaces.flatMap((surface) => surface.roots),
    }),
    bodyBytes: limits.body_bytes,
    uploadBytes: limits.upload_bytes,
    publicBodyBytes: limits.public_body_bytes,
    jsonDepth: limits.json_depth,
    streams: { max: limits.streams, open: new Map() },
    uploads: { max: limits.uploads, open: new Map() },
    strictAnswers: options.strictAnswers ?? process.env.TEST_ANSWERS === 'strict',
    page: undefined,
    times: openRequestDurations(),
    requestId: makeRequestIdGenerator(),
    notModified: openNotModifiedCache(options.caches ?? new Caches(), options.generation ?? (() => undefined)),
    answerDirectly: undefined,
    audit: undefined,
    isTrustedProxy,
    untrustedProxy: undefined,
  }
}
