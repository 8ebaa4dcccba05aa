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
import type { Viewer } from '../../store/viewer.ts'
import type { AuditDetails } from '../audit-recorder.ts'
import { addBodyParsers } from './add-body-parsers.ts'
import { isAmbiguousRequest, refuseAmbiguousRequest } from './ambiguous-requests.ts'
import { authenticate } from './authenticate.ts'
import { makeCorsHandler } from './cors.ts'
import { dropStalledConnections } from './drop-stalled-connections.ts'
import { type AppOptions, type Edge, makeEdge } from './edge.ts'
import { makeLazyRequestLogger } from './lazy-request-logger.ts'
import { errorToProblem } from './request-problems.ts'
import { addSecurityHeaders, answerSecurityHeaders } from './security-headers.ts'
import { redactUrlSecrets, type ServerLogger } from './server-logger.ts'
import { bearerChallenge, findSurface, sendProblemAsJson } from './surface.ts'
import { answerUnknownPath } from './unknown-path.ts'

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

export type App = FastifyInstance

type OnSend = Extract<NonNullable<RouteOptions['onSend']>, (...args: never[]) => unknown>

/** The server without its surfaces: URLs, ids, headers, bodies and errors are handled here, once for all surfaces. */
export async function createApp(config: Config, options: AppOptions): Promise<App> {
  const edge = makeEdge(config, options)
  const { log } = options
  const start = makeRequestStarter(edge, log, makeCorsHandler(config.api.cors_origins))
  const fail = makeErrorHandler(edge)

  const app = Fastify({
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: edge.requestId,
    trustProxy: edge.isTrustedProxy,
    rewriteUrl: (request) => edge.basePath.rewriteUrl(request),
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
    clientErrorHandler: answerMalformedBytes,
  }) as unknown as FastifyInstance

  dropStalledConnections(app.server)
  app.decorate('edge', edge)
  app.decorateRequest('viewer', undefined)
  app.decorateRequest('began', 0)
  app.decorateRequest('generation', undefined)
  app.decorateRequest('audited', undefined)
  app.setErrorHandler(fail)
  app.addHook('onRoute', (route) => registerRoute(edge, route))
  addRequestHook(app, start)
  const logsEach = log.isLevelEnabled('debug')
  if (logsEach) app.addHook('onResponse', logRequest)
  // Logging each request and CORS need the router's hooks.
  else if (config.api.cors_origins.length === 0) answerDirectlyFirst(app)
  addBodyParsers(app)
  return app
}

type StartRequest = (request: FastifyRequest, reply: FastifyReply) => void

function makeRequestStarter(edge: Edge, log: ServerLogger, addCorsHeaders: StartRequest): StartRequest {
  /** All clients behind it count as one address, so one client's failures affect all of them. */
  const warnOfUntrustedProxy = (request: FastifyRequest) => {
    const { remoteAddress = '' } = request.raw.socket
    if (edge.untrustedProxy !== undefined || edge.isTrustedProxy(remoteAddress)) return
    edge.untrustedProxy = remoteAddress
    log.warn(
      `Ignoring X-Forwarded-For from ${remoteAddress}, which is not a trusted proxy. If it is your reverse proxy, add it to server.trusted_proxies.`,
    )
  }
  return (request, reply) => {
    request.began = performance.now()
    // Not a logger of Fastify's: it would create a child logger and an end listener for each request.
    request.log = reply.log = makeLazyRequestLogger(log, request.id)
    reply.header('x-request-id', request.id)
    addCorsHeaders(request, reply)
    if (request.headers['x-forwarded-for'] !== undefined) warnOfUntrustedProxy(request)
  }
}

function makeErrorHandler(edge: Edge) {
  let loggedAt = Number.NEGATIVE_INFINITY
  const isLogDue = () => {
    if (performance.now() - loggedAt < 1000) return false
    loggedAt = performance.now()
    return true
  }
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const found = errorToProblem(error, request.id)
    if (found.code === 'internal_error') request.log.error({ err: error, req: request }, 'Request failed')
    // All requests fail in the same way until it is over: log one line a second.
    else if (found.status === 503 && found !== error && isLogDue()) request.log.error({ err: error }, found.message)
    const surface = findSurface(edge.surfaces, request.url)
    reply.code(found.status).headers(found.headers)
    if (found.status === 401) reply.header('www-authenticate', surface?.challenge ?? bearerChallenge)
    const present = surface?.present ?? sendProblemAsJson
    present(found, request, reply)
  }
}

/** Measures the route, and adds the headers of its responses. */
function registerRoute(edge: Edge, route: RouteOptions): void {
  edge.known.add(route.url, route.method)
  // The same handler answers HEAD, and it is counted with it.
  const recordDuration = edge.times.of([route.method].flat()[0]!, route.url)
  // One hook for everything that comes last: each hook costs as much as checking a credential.
  const finish: OnSend = (_request, reply, _payload, done) => {
    addSecurityHeaders(reply)
    recordDuration(reply.statusCode, reply.request.began)
    done()
  }
  route.onSend = [finish, ...[route.onSend ?? []].flat()]
}

function addRequestHook(app: App, start: StartRequest): void {
  const { edge } = app
  const recordUnknown = edge.times.of('(any)', '(unknown)')
  app.addHook('onRequest', (request, reply, done) => {
    start(request, reply)
    if (isAmbiguousRequest(request.raw)) return refuseAmbiguousRequest(reply, done)
    if (!request.is404) return done()
    addSecurityHeaders(reply)
    reply.raw.once('finish', () => recordUnknown(reply.statusCode, request.began))
    // Here and not in a not-found handler, which would read the body first.
    answerUnknownPath(edge, request, reply).catch(done)
  })
}

function answerDirectlyFirst(app: App): void {
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
function answerMalformedBytes(error: NodeJS.ErrnoException, socket: Socket): void {
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
