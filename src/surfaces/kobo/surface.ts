import type { FastifyReply, FastifyRequest } from 'fastify'
import { koboSiteRoots } from '../../contract/kobo.ts'
import type { Problem } from '../../contract/problems.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import type { App } from '../edge/app.ts'
import { bearerChallenge } from '../edge/surface.ts'
import { openSurface } from '../serve.ts'
import { mountEmptyKoboServices, mountKoboAnnotations } from './annotations.ts'
import { mountKoboBooks } from './book-routes.ts'
import { mountKoboDeviceApi } from './device-api.ts'
import { openKoboDeviceAuthenticator } from './device-authenticator.ts'
import type { KoboContext } from './kobo-context.ts'
import { openKoboStoreProxy } from './store-proxy.ts'
import { mountKoboSync } from './sync-routes.ts'
import { mountKoboTags } from './tags.ts'
import { translateFormerIds } from './translate-former-ids.ts'

/**
 * Kobo e-readers. A sync is dozens of requests within seconds, so they aren't rate-limited one by one: a device has its
 * own token, and clients that guess tokens are counted like those without one.
 */
export function openKobo(app: App, context: AppContext, authenticator: Authenticator, secret: string): void {
  const devices = openKoboDeviceAuthenticator(context.db, authenticator, secret)
  translateFormerIds(app, context.db, devices)
  const surface = openSurface(app, {
    roots: ['/kobo'],
    authenticate: devices.authenticate,
    challenge: bearerChallenge,
    takesAnyBody: true,
    present: presentToDevice,
  })
  const store = openKoboStoreProxy(context.config.kobo, app.log)
  const kobo: KoboContext = { surface, context, devices, store }
  mountKoboTags(surface, context, devices)
  mountKoboSync(kobo)
  mountKoboBooks(kobo)
  mountKoboDeviceApi(kobo)
  const readingServices = openSurface(app, {
    roots: koboSiteRoots,
    authenticate: devices.authenticateByAccessToken,
    challenge: bearerChallenge,
    takesAnyBody: true,
    present: presentToDevice,
  })
  mountKoboAnnotations(readingServices, context, devices)
  mountEmptyKoboServices(readingServices)
}

function presentToDevice(problem: Problem, _request: FastifyRequest, reply: FastifyReply): void {
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store')
  reply.send(JSON.stringify({ ResponseStatus: { ErrorCode: problem.code, Message: problem.message } }))
}
