import { randomUUID } from 'node:crypto'
import { emitListEvent } from '../../catalog/lists/emit-list-events.ts'
import { removeCuratedList } from '../../catalog/lists/remove-list.ts'
import { kobo } from '../../contract/kobo.ts'
import { readListKind } from '../../store/curated-list/list-kind.ts'
import { type CuratedListView, findCuratedList, listCuratedLists } from '../../store/curated-list/read.ts'
import { findMemberIdsByUid } from '../../store/curated-list/translate-member-ids.ts'
import { changeCuratedList, changeListMembers, createListWithMembers } from '../../store/curated-list/write.ts'
import { recordTagChangedByDevice, resendTagAfterDeviceEdit, WANT_TO_READ_TAG } from '../../store/kobo/tags.ts'
import type { Db } from '../../store/open.ts'
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

  const resendAfterEdit = (viewer: Viewer, tag: string, isGoneThere = false) =>
    db.transaction((tx) => resendTagAfterDeviceEdit(tx, devices.of(viewer).id, tag, { isGoneThere }))

  serve(surface, kobo.createTag, async ({ body, viewer, reply }) => {
    reply.header('cache-control', 'no-store')
    const name = nameIn(body)
    // No name to create a list with; the device accepts any id.
    if (!name) return randomUUID()
    const ids = await findBooksIn(db, viewer, body)
    const known = await findOwnListByName(db, viewer, name)
    if (known) {
      await changeBooks(context, viewer, bytesToUuid(known.uid), ids, 'add')
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
    const list = await findOwnList(db, viewer, params.tagId)
    const name = nameIn(body)
    if (list && name) {
      await db.transaction((tx) => changeCuratedList(tx, readListKind, list.id, { ...list, name }))
      await emitListEvent(context, readListKind, list, 'updated')
    }
    await resendAfterEdit(viewer, params.tagId)
    return ' '
  })

  serve(surface, kobo.deleteTag, async ({ params, viewer, reply }) => {
    reply.header('cache-control', 'no-store')
    const list = await findOwnList(db, viewer, params.tagId)
    if (list) await removeCuratedList(context, readListKind, list)
    else await resendAfterEdit(viewer, params.tagId, true)
    return ' '
  })

  for (const [route, change] of [
    [kobo.addTagItems, 'add'],
    [kobo.addTagItemsAsNamed, 'add'],
    [kobo.removeTagItems, 'remove'],
  ] as const) {
    serve(surface, route, async ({ params, body, viewer, reply }) => {
      reply.header('cache-control', 'no-store')
      await changeBooks(context, viewer, params.tagId, await findBooksIn(db, viewer, body), change)
      await resendAfterEdit(viewer, params.tagId)
      return ' '
    })
  }
}

function nameIn(body: unknown): string {
  const name = (body as { Name?: unknown } | undefined)?.Name ?? ''
  return String(name).trim().slice(0, 500)
}

function findBooksIn(db: Db, viewer: Viewer, body: unknown): Promise<number[]> {
  const items = (body as { Items?: unknown } | undefined)?.Items
  const uids = (Array.isArray(items) ? items.slice(0, 10_000) : [])
    .map((item) => parseUid(String((item as { RevisionId?: unknown } | null)?.RevisionId ?? '')))
    .filter((uid) => uid !== undefined)
  return findMemberIdsByUid(db, viewer, readListKind, uids)
}

/** A list that the user may change from a device: one of their own. */
async function findOwnList(db: Db, viewer: Viewer, id: string): Promise<CuratedListView | undefined> {
  const uid = parseUid(id)
  const list = uid && (await findCuratedList(db, viewer, readListKind, uid))
  return list?.ownerId === viewer.userId ? list : undefined
}

async function findOwnListByName(db: Db, viewer: Viewer, name: string): Promise<CuratedListView | undefined> {
  const { data } = await listCuratedLists(db, viewer, readListKind, { limit: 500, offset: 0, search: name })
  return data.find((list) => list.name === name && list.ownerId === viewer.userId)
}

async function changeBooks(
  context: AppContext,
  viewer: Viewer,
  tag: string,
  ids: readonly number[],
  change: 'add' | 'remove',
): Promise<void> {
  const { db, config } = context
  if (tag === WANT_TO_READ_TAG) {
    const changeWanted = change === 'add' ? addWantToRead : removeWantToRead
    await db.transaction((tx) => changeWanted(tx, viewer.userId, 'book', ids))
    return
  }
  const list = await findOwnList(db, viewer, tag)
  // A list with a condition can't be edited; the device gets it back with its next sync.
  if (!list || list.condition !== null) return
  const membersAfter = (now: readonly number[]) =>
    change === 'add' ? [...now, ...ids] : now.filter((member) => !ids.includes(member))
  await db.transaction((tx) => changeListMembers(tx, db, readListKind, list, membersAfter, config.limits))
  await emitListEvent(context, readListKind, list, 'updated')
}
