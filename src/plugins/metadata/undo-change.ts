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
import {
  extendMetadataChange,
  listMetadataChangesSince,
  type MetadataChangeRow,
  markMetadataChangeUndone,
} from '../../store/plugin/metadata-changes.ts'
import { systemViewer } from '../../store/system-viewer.ts'
import type { ApplyDeps, ValuesBefore } from './apply-record.ts'
import { bookBeforeChange, type ChangeToUndo, seriesBeforeChange } from './fields-before-change.ts'
import { bookLockOf, seriesLockOf } from './lock-names.ts'
import type { MetadataTarget } from './metadata-target.ts'
import { replaceUndoneValues } from './replace-undone-values.ts'
import { restoreExtraMetadata } from './restore-extra-metadata.ts'

/**
 * Restores the values before a change, where its own are still present. Fields that were locked or written since then
 * stay. Returns the fields that were restored.
 */
export async function undoAppliedRecord(
  deps: ApplyDeps,
  target: MetadataTarget,
  change: MetadataChangeRow,
): Promise<string[]> {
  const { entity, of } = target
  const before = JSON.parse(change.before) as ValuesBefore
  const fields = JSON.parse(change.fields) as string[]
  const later = await listMetadataChangesSince(deps.db, change)
  const fieldsWrittenSince = new Set(later.flatMap((one) => JSON.parse(one.fields) as string[]))
  const toUndo: ChangeToUndo = { before, fields, fieldsWrittenSince }
  const locksBefore = (before.state.locks as string[] | undefined) ?? []
  const lockNames = entity === 'series' ? seriesLockOf : bookLockOf
  /** Releases the fields that the change held, so that files can set them again, unless a later change holds them. */
  const locksAfter = (locks: readonly string[]) => {
    const lockOf = (field: string) => lockNames[field] ?? field
    const heldSince = new Set([...fieldsWrittenSince].map(lockOf))
    const held = fields.map(lockOf).filter((name) => !heldSince.has(name) && !locksBefore.includes(`held:${name}`))
    return removePluginHeldFields(locks, held)
  }
  let locksNow: readonly string[] = []
  const undone = new Set<string>()
  const also = async (tx: Tx, { id }: { id: number }, now: number) => {
    if (!(await markMetadataChangeUndone(tx, change.id, now)))
      throw problem('conflict', 'This change has already been undone.')
    const isOpen = !locksNow.includes('alternateTitles')
    const restored = await restoreExtraMetadata(tx, entity, id, before.extras, {
      writtenAt: change.created_at,
      isOpen,
      now,
      hasRelations: fields.includes('relations'),
    })
    for (const field of fields.filter((one) => restored.has(one))) undone.add(field)
    for (const one of later) {
      const laterFields = JSON.parse(one.fields) as string[]
      const what = { before, fields, writtenAt: change.created_at }
      const remaining = replaceUndoneValues(entity, JSON.parse(one.before) as ValuesBefore, laterFields, what)
      await extendMetadataChange(tx, one.id, { fields: laterFields, before: remaining })
    }
    return ['alternateTitles', 'externalIds', 'externalLinks', 'externalRatings']
  }

  if (entity === 'series') {
    await editSeries(deps, [of], {
      edit: (series: EditableSeries) => {
        locksNow = series.locks
        const { state, fields: restored } = seriesBeforeChange(series, toUndo)
        for (const field of restored) undone.add(field)
        return { ...state, locks: locksAfter(series.locks) }
      },
      also,
    })
  } else {
    await editBooks(deps, [of], {
      edit: (book: EditableBook) => {
        locksNow = book.locks
        const { state, fields: restored } = bookBeforeChange(book, toUndo)
        for (const field of restored) undone.add(field)
        return { ...state, locks: locksAfter(book.locks) }
      },
      also,
    })
  }
  if (before.cover && !locksNow.includes('cover') && (await showFormerCover(deps, target, before.cover)))
    undone.add('coverUrl')
  return fields.filter((field) => undone.has(field))
}

/** Does nothing when another cover was chosen since then. */
async function showFormerCover(
  deps: ApplyDeps,
  { entity, of }: MetadataTarget,
  { shownBefore, shownSince }: NonNullable<ValuesBefore['cover']>,
): Promise<boolean> {
  const owner = await findCoverOwner(deps.db, systemViewer, entity, of.uid)
  if (owner?.coverId !== shownSince) return false
  const cover = shownBefore === null ? undefined : await findCoverById(deps.db, shownBefore)
  const bytes = cover && (await deps.images.pictures.find(cover.hash))
  if (cover && bytes) await setCurrentCover(deps, owner, cover, bytes, false)
  else await resetCover(deps, owner)
  return true
}
