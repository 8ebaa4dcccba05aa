import type { Audience } from '../../events/audience.ts'
import { listCuratedListCovers } from '../../store/cover/curated-list-covers.ts'
import type { ListKind } from '../../store/curated-list/list-kind.ts'
import type { CuratedListView } from '../../store/curated-list/read.ts'
import { deleteCuratedList, readAllMemberIds } from '../../store/curated-list/write.ts'
import type { CoverDeps } from '../covers/change-cover.ts'
import { deleteUnusedPictures } from '../covers/delete-unused-pictures.ts'
import { audienceOfList, emitListEvent } from './emit-list-events.ts'

/** A message between servers has room for this many. */
const MAX_LISTENERS = 300

/** Deletes a collection or read list and the pictures that only it had; the event contains its former members. */
export async function removeCuratedList(deps: CoverDeps, kind: ListKind, list: CuratedListView): Promise<void> {
  const audience = await audienceOfList(deps.db, kind, list)
  const { formerMemberIds, covers } = await deps.db.transaction(async (tx) => {
    const formerMemberIds = await readAllMemberIds(tx, kind, list.id)
    const covers = await listCuratedListCovers({ query: tx }, { kind, ...list })
    await deleteCuratedList(tx, kind, list)
    return { formerMemberIds, covers }
  })
  await deleteUnusedPictures(deps, ...covers.map(({ hash }) => hash))
  const listeners: Audience = { ...audience, formerMemberIds: formerMemberIds.slice(0, MAX_LISTENERS) }
  await emitListEvent(deps, kind, list, 'deleted', listeners)
}
