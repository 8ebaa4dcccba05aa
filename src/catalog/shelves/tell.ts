import type { Audience } from '../../events/audience.ts'
import type { Events } from '../../events/events.ts'
import type { Db } from '../../store/open.ts'
import { readMemberClasses } from '../../store/shelf/classes.ts'
import type { ShelfKind } from '../../store/shelf/kind.ts'
import type { ShelfView } from '../../store/shelf/read.ts'
import { bytesToUuid } from '../../store/uid.ts'

export interface ListDeps {
  db: Db
  events: Pick<Events, 'emit'>
}

type Shelf = Pick<ShelfView, 'id' | 'uid' | 'ownerId'>

/** Who may know of this collection or read list: its owner, or whoever sees something on it. */
export async function audienceOfShelf(db: Db, kind: ShelfKind, shelf: Shelf): Promise<Audience> {
  if (shelf.ownerId !== null) return { userId: shelf.ownerId }
  return { classes: await readMemberClasses(db, kind, shelf.id) }
}

/** Of one that is gone, the audience is what it was before. */
export async function tellShelf(
  { db, events }: ListDeps,
  kind: ShelfKind,
  shelf: Shelf,
  what: 'created' | 'updated' | 'deleted',
  audience?: Audience,
): Promise<void> {
  const id = bytesToUuid(shelf.uid)
  const to = audience ?? (await audienceOfShelf(db, kind, shelf))
  if (kind.table === 'collection') events.emit({ type: `collection_${what}`, collectionId: id }, to)
  else events.emit({ type: `read_list_${what}`, readListId: id }, to)
}

/** What was private and is shared now, or the other way round, is new to some and gone for others. */
export async function tellChangedShelf(deps: ListDeps, kind: ShelfKind, before: Shelf, after: Shelf): Promise<void> {
  if (before.ownerId === after.ownerId) return tellShelf(deps, kind, after, 'updated')
  await tellShelf(deps, kind, before, 'deleted')
  await tellShelf(deps, kind, after, 'created')
}
