import { requireDelegatedPermissions } from '../../catalog/access/key-permissions.ts'
import { type KoboDevice, koboDevices } from '../../contract/kobo-devices.ts'
import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { readBooks } from '../../store/book/read.ts'
import { readListKind } from '../../store/curated-list/list-kind.ts'
import { findMemberIdsByUid } from '../../store/curated-list/translate-member-ids.ts'
import {
  addKoboDevice,
  changeKoboDevice,
  deleteKoboDevice,
  findKoboDevice,
  type KoboDeviceRow,
  listBookIdsOnKobo,
  listKoboDevices,
  resendKoboBooks,
} from '../../store/kobo/devices.ts'
import { defaultKoboScope, parseKoboScope } from '../../store/kobo/scope.ts'
import { bumpRevisions } from '../../store/revision.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { hashKoboDeviceToken, makeKoboDeviceToken } from '../kobo-device-token.ts'
import { presentBook } from '../present/book.ts'
import { formatTimestamp, formatTimestampOrNull } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'

const MAX_DEVICES = 20

export function mountKoboDevices(api: OpenSurface, { db }: AppContext): void {
  async function readDevice(viewer: Viewer, id: string): Promise<KoboDeviceRow> {
    const device = await findKoboDevice(db, viewer.userId, uuidToBytes(id))
    if (!device) throw problem('not_found', 'There is no such device.')
    return device
  }

  async function present(row: KoboDeviceRow): Promise<KoboDevice> {
    const [books, removed] = await Promise.all([
      listBookIdsOnKobo(db, row.id, { hidden: false, limit: 1, offset: 0 }),
      listBookIdsOnKobo(db, row.id, { hidden: true, limit: 1, offset: 0 }),
    ])
    return {
      id: bytesToUuid(row.uid),
      name: row.name,
      scope: parseKoboScope(row),
      model: row.model,
      firmware: row.firmware,
      createdAt: formatTimestamp(row.created_at),
      lastSeenAt: formatTimestampOrNull(row.last_seen_at),
      lastSyncAt: formatTimestampOrNull(row.last_sync_at),
      bookCount: books.total,
      removedCount: removed.total,
    }
  }

  serve(api, koboDevices.list, async ({ viewer }) =>
    Promise.all((await listKoboDevices(db, viewer.userId)).map((row) => present(row))),
  )
  serve(api, koboDevices.create, async ({ body, viewer, request, href }) => {
    requireDelegatedPermissions(viewer)
    const token = makeKoboDeviceToken()
    const row = await db.transaction(async (tx) => {
      // Serialises requests that add a device at the same moment.
      await bumpRevisions(tx, `user:${viewer.userId}`)
      const known = await listKoboDevices({ query: tx }, viewer.userId)
      if (known.length >= MAX_DEVICES) {
        throw problem('conflict', `You can have at most ${MAX_DEVICES} Kobo devices. Remove one first.`)
      }
      return addKoboDevice(tx, {
        user_id: viewer.userId,
        name: body.name.trim(),
        token_hash: hashKoboDeviceToken(token),
        scope: JSON.stringify({ ...defaultKoboScope, ...body.scope }),
      })
    })
    const origin = new URL(api.app.edge.basePath.publicUrl(request)).origin
    return { ...(await present(row)), token, url: `${origin}${href(`/kobo/${token}`)}` }
  })
  serve(api, koboDevices.read, async ({ params, viewer }) => present(await readDevice(viewer, params.id)))
  serve(api, koboDevices.change, async ({ params, body, viewer }) => {
    requireDelegatedPermissions(viewer)
    const device = await readDevice(viewer, params.id)
    await db.transaction((tx) =>
      changeKoboDevice(tx, device.id, {
        ...(body.name !== undefined && { name: body.name.trim() }),
        ...(body.scope && { scope: JSON.stringify({ ...parseKoboScope(device), ...body.scope }) }),
      }),
    )
    return present(await readDevice(viewer, params.id))
  })
  serve(api, koboDevices.remove, async ({ params, viewer }) => {
    const device = await readDevice(viewer, params.id)
    await db.transaction((tx) => deleteKoboDevice(tx, device.id))
  })
  serve(api, koboDevices.books, async ({ params, query, viewer, request, href }) => {
    const device = await readDevice(viewer, params.id)
    const { ids, total } = await listBookIdsOnKobo(db, device.id, {
      ...limitAndOffsetOf(query),
      hidden: query.removed === true,
    })
    const data = (await readBooks(db, viewer, ids)).map((book) => presentBook(book, viewer))
    return presentListPage({ request, href }, query, { data, total })
  })
  serve(api, koboDevices.resend, async ({ params, body, viewer }) => {
    const device = await readDevice(viewer, params.id)
    const ids = body?.bookIds && (await findMemberIdsByUid(db, viewer, readListKind, body.bookIds.map(uuidToBytes)))
    await db.transaction((tx) => resendKoboBooks(tx, device.id, ids))
  })
}
