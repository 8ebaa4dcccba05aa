import { randomBytes, randomUUID } from 'node:crypto'
import { kobo as routes } from '../../contract/kobo.ts'
import { changeKoboDevice } from '../../store/kobo/devices.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { serve } from '../serve.ts'
import { makeInitializationResources } from './initialization-resources.ts'
import { askStore, type KoboContext, urlsForDevice, withNoStore } from './kobo-context.ts'
import { isExpiredStoreAnswer, isUsableStoreAnswer, readDeviceTokens } from './store-proxy.ts'
import { makeStubStoreAnswer } from './stub-store-answers.ts'

/** How a Kobo e-reader starts and signs in, and all that only the store can answer. */
export function mountKoboDeviceApi(kobo: KoboContext): void {
  const { surface, context, devices, store } = kobo
  const { db, config } = context

  serve(surface, routes.root, ({ reply }) => withNoStore(reply, {}))

  serve(surface, routes.initialization, async ({ viewer, request, reply }) => {
    // An interrupted sync isn't continued: its last page may not have arrived.
    await db.transaction((tx) => changeKoboDevice(tx, devices.of(viewer).id, { is_open: 0, is_store_open: 0 }))
    const answer = await askStore(kobo, viewer, request)
    if (isExpiredStoreAnswer(answer)) return reply.code(401).header('cache-control', 'no-store').send(answer?.json)
    const { Resources } = (isUsableStoreAnswer(answer) ? answer.json : {}) as { Resources?: Record<string, unknown> }
    const values = typeof Resources === 'object' && Resources !== null ? Resources : undefined
    reply.header('x-kobo-apitoken', (values && answer?.apiToken) ?? 'e30=')
    const fromStore = values && { host: new URL(config.kobo.store_url).origin, values }
    return withNoStore(reply, { Resources: makeInitializationResources(urlsForDevice(kobo, request), fromStore) })
  })

  serve(surface, routes.authorize, ({ query, reply }) => {
    // Only the device's own scheme: anything else would be an open redirect.
    const target = new URL(query.redirect_uri?.startsWith('kobo://') ? query.redirect_uri : 'kobo://UserAuthenticated')
    target.searchParams.set('code', randomBytes(16).toString('hex'))
    if (query.state !== undefined) target.searchParams.set('state', query.state)
    return reply.code(302).header('location', target.href).header('cache-control', 'no-store').send()
  })

  for (const route of [routes.otherGet, routes.otherPost, routes.otherPut, routes.otherPatch, routes.otherDelete]) {
    serve(surface, route, async ({ viewer, request, reply }) => {
      const answer = await askStore(kobo, viewer, request)
      if (isUsableStoreAnswer(answer)) return withNoStore(reply, answer.json)
      const device = devices.of(viewer)
      const access = devices.accessTokenFor(device)
      const ofDevice = store.isOn && answer === undefined ? readDeviceTokens(request) : undefined
      const tokens = {
        ...(ofDevice ?? { access, refresh: access }),
        userId: bytesToUuid(device.uid),
        tracking: randomUUID(),
      }
      return withNoStore(reply, makeStubStoreAnswer(request, urlsForDevice(kobo, request).base, tokens))
    })
  }
}
