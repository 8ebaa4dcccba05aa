import type { Audience } from '../../events/audience.ts'
import type { Events } from '../../events/events.ts'
import type { ListKind } from '../../store/curated-list/list-kind.ts'
import { readMemberVisibilityClasses } from '../../store/curated-list/member-visibility-classes.ts'
import type { CuratedListView } from '../../store/curated-list/read.ts'
import type { Db } from '../../store/open.ts'
import { bytesToUuid } from '../../store/uid.ts'

export interface ListDeps {
  db: Db
  events: Pick<Events, 'emit'>
}

type CuratedList = Pick<CuratedListView, 'id' | 'uid' | 'ownerId'>

/** Who may know of this collection or read list: its owner, or everyone who sees one of its members. */
export async function audienceOfList(db: Db, kind: ListKind, list: CuratedList): Promise<Audience> {
  if (list.ownerId !== null) return { userId: list.ownerId }
  return { classes: await readMemberVisibilityClasses(db, kind, list.id) }
}

/** For a deleted list, pass the audience from before. */
export async function emitListEvent(
  { db, events }: ListDeps,
  kind: ListKind,
  list: CuratedList,
  what: 'created' | 'updated' | 'deleted',
  audience?: Audience,
): Promise<void> {
  const id = bytesToUuid(list.uid)
  const to = audience ?? (await audienceOfList(db, kind, list))
  if (kind.table === 'collection') events.emit({ type: `collection_${what}`, collectionId: id }, to)
  else events.emit({ type: `read_list_${what}`, readListId: id }, to)
}

/** A list that changes between private and shared is new for some users and gone for others. */
export async function emitListChange(
  deps: ListDeps,
  kind: ListKind,
  before: CuratedList,
  after: CuratedList,
): Promise<void> {
  if (before.ownerId === after.ownerId) return emitListEvent(deps, kind, after, 'updated')
  await emitListEvent(deps, kind, before, 'deleted')
  await emitListEvent(deps, kind, after, 'created')
}
