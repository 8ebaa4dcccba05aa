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
import { type ApplyDeps, systemViewer, type ValuesBefore } from './apply-record.ts'
import { restoreExtraMetadata } from './extra-metadata.ts'
import type { MetadataTarget } from './metadata-target.ts'
import { bookColumnsOf } from './propose-book-fields.ts'

/** Back to what was there before the change. What somebody locked since then stays as they left it. */
export async function undoAppliedRecord(
  deps: ApplyDeps,
  target: MetadataTarget,
  change: MetadataChangeRow,
): Promise<string[]> {
  const before = JSON.parse(change.before) as ValuesBefore
  const fields = new Set(JSON.parse(change.fields) as string[])
  const {
    locks: locksBefore = [],
    columns,
    ...columnsBefore
  } = before.state as { locks?: string[] } & Record<string, unknown>
  const also = async (tx: Tx, { id }: { id: number }, now: number) => {
    if (!(await markMetadataChangeUndone(tx, change.id, now)))
      throw problem('conflict', 'This change has already been undone.')
    await restoreExtraMetadata(tx, target.entity, id, before.extras, fields, now)
    return ['alternateTitles', 'externalIds', 'externalLinks', 'externalRatings']
  }
  /** What the change held is given back to the files. */
  const locksAfter = (locks: readonly string[]) => {
    const held = locks.filter((lock) => lock.startsWith('held:') && !locksBefore.includes(lock))
    return removePluginHeldFields(
      locks,
      held.map((lock) => lock.slice('held:'.length)),
    )
  }
  const isOpen = (locks: readonly string[], name: string) =>
    !locks.includes(name === 'authors' && target.entity === 'series' ? 'authorsJsonLock' : name)

  let isCoverOpen = false
  if (target.entity === 'series') {
    await editSeries(deps, [target.of], {
      edit: (state: EditableSeries) => {
        isCoverOpen = isOpen(state.locks, 'cover')
        const back = Object.entries(columnsBefore).filter(([name]) => isOpen(state.locks, name))
        return { ...state, ...Object.fromEntries(back), locks: locksAfter(state.locks) }
      },
      also,
    })
  } else {
    await editBooks(deps, [target.of], {
      edit: (state: EditableBook) => {
        isCoverOpen = isOpen(state.locks, 'cover')
        const back = Object.entries(columnsBefore).filter(([name]) => isOpen(state.locks, name))
        const facts: Record<string, unknown> = { ...state.facts }
        // JSON keeps no undefined: what is not in what was kept was not there before.
        for (const name of [...fields].flatMap((field) => bookColumnsOf(field).facts)) {
          if (!isOpen(state.locks, name)) continue
          const value = before.facts?.[name]
          if (value === undefined || value === null) delete facts[name]
          else facts[name] = value
        }
        return {
          ...state,
          ...Object.fromEntries(back),
          facts,
          columns: { ...state.columns, ...(columns as EditableBook['columns'] | undefined) },
          locks: locksAfter(state.locks),
        }
      },
      also,
    })
  }
  if (before.cover && isCoverOpen) await showFormerCover(deps, target, before.cover)
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
