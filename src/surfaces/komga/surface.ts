import type { Shelving } from '../../catalog/metadata/house.ts'
import { compatRoot } from '../../contract/komga/shape.ts'
import type { App } from '../edge/app.ts'
import { type Alias, nowhere } from '../edge/base-path.ts'
import { bearerChallenge, type Surface } from '../edge/surface.ts'
import type { House } from '../house.ts'
import type { Door } from '../identify.ts'
import { openSurface } from '../serve.ts'
import type { Komga } from './komga.ts'
import { presentProblem } from './problem.ts'
import { mountBooks } from './routes/books.ts'
import { mountLibraries } from './routes/libraries.ts'
import { mountPages } from './routes/pages.ts'
import { mountProgress } from './routes/progress.ts'
import { mountReferential } from './routes/referential.ts'
import { mountSeries } from './routes/series.ts'
import { mountSessions } from './routes/sessions.ts'
import { mountShelfMembers } from './routes/shelf-members.ts'
import { mountShelves } from './routes/shelves.ts'
import { mountTachiyomi } from './routes/tachiyomi.ts'
import { mountThumbnails } from './routes/thumbnails.ts'
import { openCredentials } from './session/credentials.ts'
import { openHandOut } from './session/hand-out.ts'
import { openSeals } from './session/seal.ts'

export interface KomgaOptions {
  door: Door
  limiter: Surface['limiter']
  /** Seals what sessions say. */
  secret: string
  shelving: Shelving
}

/** The API that apps made for Komga speak, under whatever prefix is set at the moment. */
export async function openKomga(app: App, house: House, options: KomgaOptions): Promise<void> {
  const { door, limiter, secret, shelving } = options
  const seals = openSeals(secret)
  const credentials = openCredentials(door, seals)
  const handOut = openHandOut(house, door, credentials, seals)

  openSurface(app, { roots: [nowhere], identify: () => undefined, limiter, challenge: bearerChallenge })
  // A room of its own, so that what is done to its answers is done to no others.
  await app.register(async (room) => {
    room.addHook('preHandler', handOut)
    room.addHook('onSend', async (_request, reply) => {
      const kept = String(reply.getHeader('cache-control') ?? '')
      // The address of a page says nothing of its version here, so it may not be kept unasked.
      if (kept.includes('immutable')) reply.header('cache-control', 'max-age=0, must-revalidate, private')
    })
    const surface = openSurface(room, {
      roots: [compatRoot],
      identify: credentials.identify,
      limiter,
      challenge: 'Basic realm="Realm"',
      present: presentProblem,
    })
    const komga: Komga = { surface, house, credentials, handOut, shelving }
    mountSessions(komga)
    mountLibraries(komga)
    mountSeries(komga)
    mountBooks(komga)
    mountPages(komga)
    mountThumbnails(komga)
    mountProgress(komga)
    mountTachiyomi(komga)
    mountShelves(komga)
    mountShelfMembers(komga)
    mountReferential(komga)
  })
}

/** Where it is at the moment. Switched off, its prefix leads nowhere. */
export function compatAlias({ compat_api }: House['config']): Alias {
  const from = `/${compat_api.prefix}`
  if (!compat_api.enabled) return { from, to: `${nowhere}${from}` }
  return { from, to: compatRoot, shares: ['/opds', '/koreader'] }
}
