import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify'
import type { Config } from '../../config/settings.ts'
import { Caches } from '../../store/cache/caches.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AuditDetails, AuditRecorder } from '../audit-recorder.ts'
import { addBodyParsers } from './add-body-parsers.ts'
import { isAmbiguousRequest, refuseAmbiguousRequest } from './ambiguous-requests.ts'
import { authenticate } from './authenticate.ts'
import { type BasePath, openBasePath, type PathAlias } from './base-path.ts'
import { makeCorsHandler } from './cors.ts'
import { dropStalledConnections } from './drop-stalled-connections.ts'
import { makeLazyRequestLogger } from './lazy-request-logger.ts'
import { type MethodsByPath, makeMethodsByPath } from './methods-by-path.ts'
import { type NotModifiedCache, openNotModifiedCache } from './not-modified-cache.ts'
import { openRequestDurations, type RequestDurations } from './request-durations.ts'
import { makeRequestIdGenerator } from './request-id.ts'
import { errorToProblem } from './request-problems.ts'
import { addSecurityHeaders, answerSecurityHeaders } from './security-headers.ts'
import { redactUrlSecrets, type ServerLogger } from './server-logger.ts'
import { bearerChallenge, findSurface, type Surface, sendProblemAsJson } from './surface.ts'
import { makeTrustedProxyCheck } from './trusted-proxies.ts'
import { answerUnknownPath, type WebInterfaceFallback } from './unknown-path.ts'

declare module 'fastify' {
  interface FastifyInstance {
    edge: Edge
  }
  interface FastifyRequest {
    /** The caller; set before the handler runs. */
    viewer: Viewer | undefined
    /** The time of arrival, as `performance.now()`. */
    began: number
    /** The generation at the lookup of the client's copy; see `NotModifiedCache`. */
    generation: number | undefined
    /** Details from the handler for the audit log. */
    audited: AuditDetails | undefined
  }
}

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

export type App = FastifyInstance

type OnSend = Extract<NonNullable<RouteOptions['onSend']>, (...args: never[]) => unknown>

/** The server without its surfaces: URLs, ids, headers, bodies and errors are handled here, once for all surfaces. */
export async function createApp(config: Config, options: AppOptions): Promise<App> {
  const trusts = makeTrustedProxyCheck(config.server.trusted_proxies)
  const surfaces: Surface[] = []
  const basePath = openBasePath({
    publicUrl: config.server.public_url,
    trusts,
    alias: options.alias,
    roots: () => surfaces.flatMap((surface) => surface.roots),
  })
  const known = makeMethodsByPath()
  const cors = makeCorsHandler(config.api.cors_origins)
  const edge: Edge = {
    surfaces,
    known,
    basePath,
    bodyBytes: config.limits.body_bytes,
    uploadBytes: config.limits.upload_bytes,
    publicBodyBytes: config.limits.public_body_bytes,
    jsonDepth: config.limits.json_depth,
    streams: { max: config.limits.streams, open: new Map() },
    uploads: { max: config.limits.uploads, open: new Map() },
    strictAnswers: options.strictAnswers ?? process.env.TEST_ANSWERS === 'strict',
    page: undefined,
    times: openRequestDurations(),
    requestId: makeRequestIdGenerator(),
    notModified: openNotModifiedCache(options.caches ?? new Caches(), options.generation ?? (() => undefined)),
    answerDirectly: undefined,
    audit: undefined,
    untrustedProxy: undefined,
  }
  const noteUnknown = edge.times.of('(any)', '(unknown)')

  const start = (request: FastifyRequest, reply: FastifyReply) => {
    request.began = performance.now()
    // Not a logger of Fastify's: it would create a child logger and an end listener for each request.
    request.log = reply.log = makeLazyRequestLogger(options.log, request.id)
    reply.header('x-request-id', request.id)
    cors(request, reply)
    if (request.headers['x-forwarded-for'] !== undefined) noteProxy(request)
  }
  /** All clients behind it count as one address, so one client's failures affect all of them. */
  const noteProxy = (request: FastifyRequest) => {
    const { remoteAddress = '' } = request.raw.socket
    if (edge.untrustedProxy !== undefined || trusts(remoteAddress)) return
    edge.untrustedProxy = remoteAddress
    options.log.warn(
      `Ignoring X-Forwarded-For from ${remoteAddress}, which is not a trusted proxy. If it is your reverse proxy, add it to server.trusted_proxies.`,
    )
  }
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const found = errorToProblem(error, request.id)
    if (found.code === 'internal_error') request.log.error({ err: error, req: request }, 'Request failed')
    // All requests fail in the same way until it is over: log one line a second.
    else if (found.status === 503 && found !== error && isTimeToTell()) request.log.error({ err: error }, found.message)
    const surface = findSurface(edge.surfaces, request.url)
    reply.code(found.status).headers(found.headers)
    if (found.status === 401) reply.header('www-authenticate', surface?.challenge ?? bearerChallenge)
    const present = surface?.present ?? sendProblemAsJson
    present(found, request, reply)
  }

  let warnedAt = Number.NEGATIVE_INFINITY
  const isTimeToTell = () => {
    if (performance.now() - warnedAt < 1000) return false
    warnedAt = performance.now()
    return true
  }

  const app = Fastify({
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: edge.requestId,
    trustProxy: trusts,
    rewriteUrl: (request) => basePath.rewriteUrl(request),
    bodyLimit: edge.bodyBytes,
    // A body that trickles in must end at some point; responses may take as long as they like.
    requestTimeout: 300_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: true },
    frameworkErrors: (error, raw, rawReply) => {
      const [request, reply] = [raw as FastifyRequest, rawReply as FastifyReply]
      const surface = findSurface(edge.surfaces, request.url)
      start(request, reply)
      addSecurityHeaders(reply)
      const counted = Promise.try(() => surface && authenticate(surface, request, reply))
      counted.then(
        () => fail(error, request, reply),
        (other) => fail(other, request, reply),
      )
    },
    clientErrorHandler: answerNonsense,
  }) as unknown as FastifyInstance

  dropStalledConnections(app.server)
  app.decorate('edge', edge)
  app.decorateRequest('viewer', undefined)
  app.decorateRequest('began', 0)
  app.decorateRequest('generation', undefined)
  app.decorateRequest('audited', undefined)
  app.setErrorHandler(fail)
  app.addHook('onRoute', (route) => {
    known.add(route.url, route.method)
    // The same handler answers HEAD, and it is counted with it.
    const note = edge.times.of([route.method].flat()[0]!, route.url)
    // One hook for everything that comes last: each hook costs as much as checking a credential.
    const finish: OnSend = (_request, reply, _payload, done) => {
      addSecurityHeaders(reply)
      note(reply.statusCode, reply.request.began)
      done()
    }
    route.onSend = [finish, ...[route.onSend ?? []].flat()]
  })
  app.addHook('onRequest', (request, reply, done) => {
    start(request, reply)
    if (isAmbiguousRequest(request.raw)) return refuseAmbiguousRequest(reply, done)
    if (!request.is404) return done()
    addSecurityHeaders(reply)
    reply.raw.once('finish', () => noteUnknown(reply.statusCode, request.began))
    // Here and not in a not-found handler, which would read the body first.
    answerUnknownPath({ surfaces: edge.surfaces, known, page: edge.page }, request, reply).catch(done)
  })
  const logsEach = options.log.isLevelEnabled('debug')
  if (logsEach) app.addHook('onResponse', logRequest)
  // Logging each request and CORS need the router's hooks.
  else if (config.api.cors_origins.length === 0) askDirectlyFirst(app)
  addBodyParsers(app)
  return app
}

function askDirectlyFirst(app: App): void {
  const { edge } = app
  app.server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!edge.answerDirectly?.(request, response)) app.routing(request, response)
  })
  // From now on the router reports that the server is closing.
  app.addHook('preClose', async () => {
    edge.answerDirectly = undefined
  })
}

function logRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { method, originalUrl } = request
  request.log.debug(
    { method, url: redactUrlSecrets(originalUrl), status: reply.statusCode, ms: performance.now() - request.began },
    'Request completed',
  )
  done()
}

/** Bytes that aren't HTTP, or too many headers: there is no request object yet, so the response is written directly. */
function answerNonsense(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy(error)
    return
  }
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The address and headers of a request can be at most 16 KiB in total.']
      : ['400 Bad Request', 'The request is malformed.']
  const body = JSON.stringify({ error: 'validation_failed', message })
  const about = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries({ ...answerSecurityHeaders, ...about }).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
