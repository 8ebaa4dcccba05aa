import { randomUUID } from 'node:crypto'
import { emitListEvent } from '../../catalog/lists/emit-list-events.ts'
import { removeCuratedList } from '../../catalog/lists/remove-list.ts'
import { kobo } from '../../contract/kobo.ts'
import { readListKind } from '../../store/curated-list/list-kind.ts'
import { type CuratedListView, findCuratedList, listCuratedLists } from '../../store/curated-list/read.ts'
import { findMemberIdsByUid } from '../../store/curated-list/translate-member-ids.ts'
import { changeCuratedList, changeListMembers, createListWithMembers } from '../../store/curated-list/write.ts'
import { recordTagChangedByDevice, resendTagAfterDeviceEdit, WANT_TO_READ_TAG } from '../../store/kobo/tags.ts'
import { bytesToUuid, parseUid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { addWantToRead, removeWantToRead } from '../../store/want-to-read/want-to-read.ts'
import type { AppContext } from '../app-context.ts'
import { type OpenSurface, serve } from '../serve.ts'
import type { KoboDeviceAuthenticator } from './device-authenticator.ts'

/**
 * Collections that users edit on the device are their own read lists here. Impossible changes are answered as done: the
 * device would retry forever, and the next sync corrects its list.
 */
export function mountKoboTags(surface: OpenSurface, context: AppContext, devices: KoboDeviceAuthenticator): void {
  const { db } = context

  /** A list that the user may change from a device: one of their own. */
  async function findOwnList(viewer: Viewer, id: string): Promise<CuratedListView | undefined> {
    const uid = parseUid(id)
    const list = uid && (await findCuratedList(db, viewer, readListKind, uid))
    return list?.ownerId === viewer.userId ? list : undefined
  }

  async function findByName(viewer: Viewer, name: string): Promise<CuratedListView | undefined> {
    const { data } = await listCuratedLists(db, viewer, readListKind, { limit: 500, offset: 0, search: name })
    return data.find((list) => list.name === name && list.ownerId === viewer.userId)
  }

  const findBooks = (viewer: Viewer, body: unknown): Promise<number[]> => {
    const items = (body as { Items?: unknown } | undefined)?.Items
    const uids = (Array.isArray(items) ? items.slice(0, 10_000) : [])
      .map((item) => parseUid(String((item as { RevisionId?: unknown } | null)?.RevisionId ?? '')))
      .filter((uid) => uid !== undefined)
    return findMemberIdsByUid(db, viewer, readListKind, uids)
  }

  const noteEdit = (viewer: Viewer, tag: string, isGoneThere = false) =>
    db.transaction((tx) => resendTagAfterDeviceEdit(tx, devices.of(viewer).id, tag, { isGoneThere }))

  async function changeItems(viewer: Viewer, id: string, body: unknown, change: 'add' | 'remove'): Promise<void> {
    const ids = await findBooks(viewer, body)
    if (id === WANT_TO_READ_TAG) {
      await db.transaction((tx) =>
        (change === 'add' ? addWantToRead : removeWantToRead)(tx, viewer.userId, 'book', ids),
      )
      return
    }
    const list = await findOwnList(viewer, id)
    // A list with a condition can't be edited; the device gets it back with its next sync.
    if (!list || list.condition !== null) return
    await db.transaction((tx) =>
      changeListMembers(
        tx,
        db,
        readListKind,
        list,
        (now) => (change === 'add' ? [...now, ...ids] : now.filter((member) => !ids.includes(member))),
        context.config.limits,
      ),
    )
    await emitListEvent(context, readListKind, list, 'updated')
  }

  serve(surface, kobo.createTag, async ({ body, viewer, reply }) => {
    reply.header('cache-control', 'no-store')
    const name = String((body as { Name?: unknown } | undefined)?.Name ?? '')
      .trim()
      .slice(0, 500)
    // No name to create a list with; the device accepts any id.
    if (!name) return randomUUID()
    const ids = await findBooks(viewer, body)
    const known = await findByName(viewer, name)
    if (known) {
      await changeItems(viewer, bytesToUuid(known.uid), body, 'add')
      return bytesToUuid(known.uid)
    }
    const made = { name, summary: null, isOrdered: false, ownerId: viewer.userId }
    const uid = await createListWithMembers(db, readListKind, made, ids, context.config.limits)
    await db.transaction((tx) => recordTagChangedByDevice(tx, devices.of(viewer).id, bytesToUuid(uid)))
    const list = await findCuratedList(db, viewer, readListKind, uid)
    if (list) await emitListEvent(context, readListKind, list, 'created')
    return bytesToUuid(uid)
  })

  serve(surface, kobo.renameTag, async ({ params, body, viewer, reply }) => {
    reply.header('cache-control', 'no-store')
    const list = await findOwnList(viewer, params.tagId)
    const name = String((body as { Name?: unknown } | undefined)?.Name ?? '')
      .trim()
      .slice(0, 500)
    if (list && name) {
      await db.transaction((tx) => changeCuratedList(tx, readListKind, list.id, { ...list, name }))
      await emitListEvent(context, readListKind, list, 'updated')
    }
    await noteEdit(viewer, params.tagId)
    return ' '
  })

  serve(surface, kobo.deleteTag, async ({ params, viewer, reply }) => {
    reply.header('cache-control', 'no-store')
    const list = await findOwnList(viewer, params.tagId)
    if (list) await removeCuratedList(context, readListKind, list)
    else await noteEdit(viewer, params.tagId, true)
    return ' '
  })

  for (const route of [kobo.addTagItems, kobo.addTagItemsAsNamed]) {
    serve(surface, route, async ({ params, body, viewer, reply }) => {
      reply.header('cache-control', 'no-store')
      await changeItems(viewer, params.tagId, body, 'add')
      await noteEdit(viewer, params.tagId)
      return ' '
    })
  }
  serve(surface, kobo.removeTagItems, async ({ params, body, viewer, reply }) => {
    reply.header('cache-control', 'no-store')
    await changeItems(viewer, params.tagId, body, 'remove')
    await noteEdit(viewer, params.tagId)
    return ' '
  })
}
