import { resetCover, setCurrentCover } from '../../catalog/covers/change-cover.ts'
import { editBooks } from '../../catalog/metadata/edit-books.ts'
import { editSeries } from '../../catalog/metadata/edit-series.ts'
import { problem } from '../../contract/problems.ts'
import { findCoverOwner } from '../../store/cover/cover-owner.ts'
import { findCoverById } from '../../store/cover/covers.ts'
import type { EditableBook } from '../../store/metadata/editable-book.ts'
import type { EditableSeries } from '../../store/metadata/editable-series.ts'
import { removePluginHeldFields } from '../../store/metadata/plugin-held-fields.ts'
import type { Tx } from '../../store/open.ts'
import { type MetadataChangeRow, markMetadataChangeUndone } from '../../store/plugin/metadata-changes.ts'
import { type ApplyDeps, bookLockOf, seriesLockOf, systemViewer, type ValuesBefore } from './apply-record.ts'
import { bookBeforeChange, seriesBeforeChange } from './fields-before-change.ts'
import type { MetadataTarget } from './metadata-target.ts'
import { restoreExtraMetadata } from './restore-extra-metadata.ts'

/** Back to what was there before the change. What somebody locked since then stays as they left it. */
export async function undoAppliedRecord(
  deps: ApplyDeps,
  target: MetadataTarget,
  change: MetadataChangeRow,
): Promise<string[]> {
  const before = JSON.parse(change.before) as ValuesBefore
  const fields = new Set(JSON.parse(change.fields) as string[])
  const locksBefore = (before.state.locks as string[] | undefined) ?? []
  const lockNames = target.entity === 'series' ? seriesLockOf : bookLockOf
  /** What the change held is given back to the files. */
  const locksAfter = (locks: readonly string[]) => {
    const held = [...fields].map((field) => lockNames[field] ?? field)
    return removePluginHeldFields(
      locks,
      held.filter((name) => !locksBefore.includes(`held:${name}`)),
    )
  }
  let locksNow: readonly string[] = []
  const also = async (tx: Tx, { id }: { id: number }, now: number) => {
    if (!(await markMetadataChangeUndone(tx, change.id, now)))
      throw problem('conflict', 'This change has already been undone.')
    const isOpen = !locksNow.includes('alternateTitles')
    await restoreExtraMetadata(tx, target.entity, id, before.extras, { writtenAt: change.created_at, isOpen, now })
    return ['alternateTitles', 'externalIds', 'externalLinks', 'externalRatings']
  }

  if (target.entity === 'series') {
    await editSeries(deps, [target.of], {
      edit: (state: EditableSeries) => {
        locksNow = state.locks
        return { ...seriesBeforeChange(state, before, fields), locks: locksAfter(state.locks) }
      },
      also,
    })
  } else {
    await editBooks(deps, [target.of], {
      edit: (state: EditableBook) => {
        locksNow = state.locks
        return { ...bookBeforeChange(state, before, fields), locks: locksAfter(state.locks) }
      },
      also,
    })
  }
  if (before.cover && !locksNow.includes('cover')) await showFormerCover(deps, target, before.cover)
  return [...fields]
}

/** Unless somebody chose or locked another one since then. */
async function showFormerCover(
  deps: ApplyDeps,
  { entity, of }: MetadataTarget,
  { shownBefore, shownSince }: NonNullable<ValuesBefore['cover']>,
): Promise<void> {
  const owner = await findCoverOwner(deps.db, systemViewer, entity, of.uid)
  if (owner?.coverId !== shownSince) return
  const cover = shownBefore === null ? undefined : await findCoverById(deps.db, shownBefore)
  const bytes = cover && (await deps.images.pictures.find(cover.hash))
  if (cover && bytes) await setCurrentCover(deps, owner, cover, bytes, false)
  else await resetCover(deps, owner)
}
