import type { FastifyReply, FastifyRequest } from 'fastify'
import { type KoboBook, readKoboBooks } from '../../store/kobo/books.ts'
import { wasBookSentToKobo } from '../../store/kobo/devices.ts'
import { findReadableBook } from '../../store/progress/read.ts'
import { parseUid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import type { OpenSurface } from '../serve.ts'
import type { KoboDeviceAuthenticator } from './device-authenticator.ts'
import { koboDeviceUrlsOf } from './device-urls.ts'
import { isUsableStoreAnswer, type KoboStoreProxy, type StoreAnswer } from './store-proxy.ts'

/** What answers to a Kobo's requests work with. */
export interface KoboContext {
  surface: OpenSurface
  context: AppContext
  devices: KoboDeviceAuthenticator
  store: KoboStoreProxy
}

export const urlsForDevice = ({ surface, context }: KoboContext, request: FastifyRequest) =>
  koboDeviceUrlsOf(request, surface.app.edge.basePath, context.config.server.public_url)

export async function findKoboBook(
  { context: { db } }: KoboContext,
  viewer: Viewer,
  id: string,
): Promise<KoboBook | undefined> {
  const uid = parseUid(id)
  const book = uid && (await findReadableBook(db, viewer, uid))
  return book && (await readKoboBooks(db, viewer, [book.id])).get(book.id)
}

/** What must never be sent to the store. */
export const secretsOfRequest = ({ devices }: KoboContext, viewer: Viewer, request: FastifyRequest): string[] => [
  (request.params as { token: string }).token,
  devices.accessTokenFor(devices.of(viewer)),
]

export const askStore = (
  kobo: KoboContext,
  viewer: Viewer,
  request: FastifyRequest,
): Promise<StoreAnswer | undefined> => kobo.store.ask(request, secretsOfRequest(kobo, viewer, request))

/** The store's response about a book that isn't ours: the device may have it from there. */
export async function askStoreAboutBook(
  kobo: KoboContext,
  viewer: Viewer,
  id: string,
  request: FastifyRequest,
): Promise<StoreAnswer | undefined> {
  if (!kobo.store.isOn) return undefined
  const { context, devices } = kobo
  const uid = parseUid(id)
  if (!uid || (await wasBookSentToKobo(context.db, devices.of(viewer).id, uid))) return undefined
  if (await findKoboBook(kobo, viewer, id)) return undefined
  const answer = await askStore(kobo, viewer, request)
  return isUsableStoreAnswer(answer) ? answer : undefined
}

/** The device doesn't support conditional requests, and must not get a stale response from a proxy. */
export function withNoStore<T>(reply: FastifyReply, body: T): T {
  reply.header('cache-control', 'no-store')
  return body
}
