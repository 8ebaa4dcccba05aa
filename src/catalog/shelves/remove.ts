import type { Audience } from '../../events/audience.ts'
import { listShelfCovers } from '../../store/cover/shelf-covers.ts'
import type { ShelfKind } from '../../store/shelf/kind.ts'
import type { ShelfView } from '../../store/shelf/read.ts'
import { deleteShelf, readMemberIds } from '../../store/shelf/write.ts'
import type { CoverDeps } from '../covers/change.ts'
import { dropPictures } from '../covers/picture.ts'
import { audienceOfShelf, tellShelf } from './tell.ts'

/** A message between servers has room for this many. */
const MOST_TOLD = 300

/** Deletes a collection or read list, the pictures that only it had, and tells what stood on it. */
export async function removeShelf(deps: CoverDeps, kind: ShelfKind, shelf: ShelfView): Promise<void> {
  const audience = await audienceOfShelf(deps.db, kind, shelf)
  const { stoodOnIt, covers } = await deps.db.transaction(async (tx) => {
    const stoodOnIt = await readMemberIds(tx, kind, shelf.id)
    const covers = await listShelfCovers({ query: tx }, { kind, ...shelf })
    await deleteShelf(tx, kind, shelf)
    return { stoodOnIt, covers }
  })
  await dropPictures(deps, ...covers.map(({ hash }) => hash))
  const told: Audience = { ...audience, stoodOnIt: stoodOnIt.slice(0, MOST_TOLD) }
  await tellShelf(deps, kind, shelf, 'deleted', told)
}
