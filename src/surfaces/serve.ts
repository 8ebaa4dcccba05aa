import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../contract/problems.ts'
import { type AnswerOf, type BodyOf, isWriteRoute, type ParamsOf, type QueryOf, type Route } from '../contract/route.ts'
import type { Viewer } from '../store/viewer.ts'
import { makeAnswerSender } from './edge/answer-sender.ts'
import type { App } from './edge/app.ts'
import {
  authenticate,
  type Caller,
  checkAccess,
  checkMayWrite,
  checkOrigin,
  refuseDeniedAction,
} from './edge/authenticate.ts'
import { isDocumentedRoute, makeDocumentedAnswerCheck } from './edge/check-answer-is-documented.ts'
import type { Edge } from './edge/edge.ts'
import { type NotModified, sendNotModified } from './edge/etag.ts'
import { type Surface, sendProblemAsJson } from './edge/surface.ts'
import { refuseUnsupportedMethod } from './edge/unknown-path.ts'
import { makeInputCheck } from './edge/validate-request.ts'

/** A surface that routes can be added to. */
export interface OpenSurface {
  readonly app: App
  readonly surface: Surface
  /** The routes served so far, for the tests that compare them with the contract. */
  readonly served: Route[]
}

export type SurfaceOptions = Omit<Surface, 'present'> & Partial<Pick<Surface, 'present'>>

/** Takes over part of the URL space. Its errors, limits and credentials are handled by this surface from now on. */
export function openSurface(app: App, options: SurfaceOptions): OpenSurface {
  const surface: Surface = { present: sendProblemAsJson, ...options }
  app.edge.surfaces.push(surface)
  return { app, surface, served: [] }
}

/** What handlers of every route with a viewer have in common. */
export interface ViewerRequest {
  viewer: Viewer
  request: FastifyRequest
  reply: FastifyReply
  /** A path of ours as the client has to write it, base path included. */
  href(path: string): string
}

/** The input of a handler. `viewer` is always set unless the route is public. */
export interface HandlerInput<R extends Route> extends Omit<ViewerRequest, 'viewer'> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  viewer: R['permission'] extends 'public' ? Viewer | undefined : Viewer
}

// biome-ignore lint/suspicious/noConfusingVoidType: a route without an answer has a handler without a return
type Answer<R extends Route> = AnswerOf<R> | NotModified | FastifyReply | (undefined extends AnswerOf<R> ? void : never)

export interface ServeOptions {
  /** An alternative to the permission, e.g. a token for monitoring. Then there is no viewer. */
  letIn?: (request: FastifyRequest) => boolean
}

/** Attaches a handler to a route: credential, limit, permission and input are checked before it runs. */
export function serve<R extends Route>(
  { app, surface, served }: OpenSurface,
  route: R,
  handle: (input: HandlerInput<R>) => Answer<R> | Promise<Answer<R>>,
  { letIn }: ServeOptions = {},
): void {
  const inputOf = makeInputCheck(route, { refusesUnknownKeys: route.path.startsWith('/api/') })
  // Where only `POST /series/search` exists, the router takes `GET /series/search` for a series with a strange id.
  const check = (request: FastifyRequest) => {
    try {
      return inputOf(request)
    } catch (error) {
      if (route.params) refuseUnsupportedMethod(app.edge.known, request)
      throw error
    }
  }
  const write = makeAnswerSender(route, app.edge.strictAnswers)
  const { basePath, notModified } = app.edge
  const isGet = route.method === 'GET'
  const takesMoreFromKnown = route.permission === 'public' && surface.takesAnyBody === true
  const writes = isWriteRoute(route) && route.permission !== 'public'
  served.push(route)

  const recordDone = async ({ request, params }: HandlerInput<R>, answer: Answer<R> | Promise<Answer<R>>) => {
    const value = await answer
    const made = { ...(value as { id?: unknown; name?: unknown; email?: unknown } | undefined) }
    const id = (params as { id?: unknown }).id ?? made.id
    const target = typeof id === 'string' ? { targetUid: id, targetType: route.audit!.split('_')[0]! } : {}
    // The name comes from the created or changed item; for a deleted one, its handler sets it.
    const targetName = [made.name, made.email].find((name) => typeof name === 'string')
    await app.edge.audit?.record(route.audit!, request, { ...target, targetName, ...request.audited })
    return value
  }

  app.route({
    // Fastify's own HEAD would report a 304 with a body of zero bytes.
    method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
    url: route.path,
    ...(app.edge.strictAnswers && isDocumentedRoute(route) ? { onSend: makeDocumentedAnswerCheck(route) } : {}),
    bodyLimit: bodyLimitOf(route, app.edge, surface),
    onRequest: (request, reply, done) => {
      const admit = (caller: Caller) => {
        if (letIn?.(request)) return
        if (takesMoreFromKnown && !caller.viewer) checkPublicBody(request, app.edge.publicBodyBytes)
        checkAccess(route.permission, caller)
        refuseDeniedAction(route.action, caller.viewer)
        if (writes) checkMayWrite(caller.viewer)
        checkOrigin(caller.viewer, request, basePath)
        request.viewer = caller.viewer
      }
      try {
        const caller = authenticate(surface, request, reply)
        if (caller instanceof Promise) return void caller.then(admit).then(() => done(), done)
        admit(caller)
        const copy = isGet ? notModified.find(request) : undefined
        if (copy !== undefined) return sendNotModified(reply, copy)
      } catch (error) {
        return done(error as Error)
      }
      done()
    },
    // Not async: for a request without a database, most of the savings are in the promises it doesn't create.
    handler: (request, reply) => {
      const { params, query, body } = check(request)
      const href = (path: string) => basePath.of(request) + path
      const input = { params, query, body, viewer: request.viewer, request, reply, href }
      const answer = handle(input as HandlerInput<R>)
      if (route.audit) return recordDone(input as HandlerInput<R>, answer).then((value) => write(reply, value))
      if (answer instanceof Promise) return answer.then((value) => write(reply, value))
      write(reply, answer)
      return undefined
    },
  })
}

/** Clients that haven't signed in send a name and a password, not a file. */
function bodyLimitOf(route: Route, { publicBodyBytes, bodyBytes, uploadBytes }: Edge, surface: Surface): number {
  if (route.permission === 'public' && !surface.takesAnyBody) return Math.min(publicBodyBytes, bodyBytes)
  return route.upload ? uploadBytes : bodyBytes
}

/** A known device sends its notes to a public route, but only such a device may send a large body. */
function checkPublicBody({ headers }: FastifyRequest, max: number): void {
  const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
  if (length > max) throw problem('payload_too_large', 'The request is too large for this server.')
}
