import type { SeriesEditTarget } from '../../store/metadata/edit-targets.ts'
import type { EditedEntity } from '../../store/metadata/editable-book.ts'
import {
  type EditableSeries,
  readBookIdsOfSeries,
  readEditableSeries,
  readVisibilityClassesOfSeries,
  writeEditedSeries,
} from '../../store/metadata/editable-series.ts'
import type { Tx } from '../../store/open.ts'
import { bumpRevisions, type RevisionScope } from '../../store/revision.ts'
import { indexBooksForSearch, indexSeriesForSearch } from '../../store/search/index-words.ts'
import { updateVisibilityClasses } from '../../store/visibility/visibility-class.ts'
import { changedSeriesFields } from './changed-fields.ts'
import { type EditedTarget, emitSeriesEdits } from './emit-edit-events.ts'
import { EDIT_BATCH, editBatches, type MetadataEditDeps } from './metadata-edit-deps.ts'

export interface SeriesEditFunctions {
  edit: (before: EditableSeries, tx: Tx) => EditableSeries | Promise<EditableSeries>
  /** Writes related rows in the same transaction; returns the names of the changed fields. */
  also?: (tx: Tx, series: SeriesEditTarget, now: number) => Promise<readonly string[]>
  /** Runs after the fields are written, before search and visibility are updated. */
  finish?: (tx: Tx, series: readonly SeriesEditTarget[], now: number) => Promise<void>
  /** The plugin that sent the values, if any; part of the event. */
  pluginId?: string
  /** The number per transaction, if each is much work. */
  atOnce?: number
}

/** Edits series, a few hundred per transaction, and returns how many there were. Unchanged series are not written. */
export async function editSeries(
  deps: MetadataEditDeps,
  series: readonly SeriesEditTarget[],
  editing: SeriesEditFunctions,
): Promise<number> {
  let count = 0
  for (const some of editBatches(series, editing.atOnce ?? EDIT_BATCH)) {
    const { found, edited } = await deps.db.transaction((tx) => editIn(tx, deps, some, editing))
    count += found
    emitSeriesEdits(deps.events, edited, editing.pluginId)
    if (edited.some(({ fields }) => fields.includes('title'))) deps.metadataEditHooks.wake()
  }
  return count
}

async function editIn(
  tx: Tx,
  { db, metadataEditHooks }: MetadataEditDeps,
  series: readonly SeriesEditTarget[],
  { edit, also, finish }: SeriesEditFunctions,
): Promise<{ found: number; edited: EditedTarget<SeriesEditTarget>[] }> {
  const now = Date.now()
  const states = await readEditableSeries(
    tx,
    db.kind,
    series.map((one) => one.id),
  )
  const targets = new Map(series.map((one) => [one.id, one]))
  const changes: EditedEntity<EditableSeries>[] = []
  const edited: EditedTarget<SeriesEditTarget>[] = []
  for (const before of states) {
    const target = targets.get(before.id)!
    const after = await edit(before, tx)
    const fields = changedSeriesFields(before, after)
    const more = (await also?.(tx, target, now)) ?? []
    if (fields.size === 0 && more.length === 0) continue
    changes.push({ after, fields })
    edited.push({ target, fields: [...fields, ...more] })
  }
  if (edited.length === 0) return { found: states.length, edited }
  await writeEditedSeries(tx, db.kind, changes, now)
  await finish?.(
    tx,
    edited.map((one) => one.target),
    now,
  )
  // Books may be named after it. Without a lock it would get its old title again.
  const retitled = changes.filter(({ after, fields }) => fields.has('title') && after.locks.includes('title'))
  const renamed = retitled.map(({ after }) => targets.get(after.id)!)
  if (renamed.length > 0) await metadataEditHooks.queueFinalising(tx, renamed)
  await index(tx, db.kind, touching(edited, SEARCHED))
  const classed = touching(edited, DECIDES_WHO_SEES)
  await updateVisibilityClasses(tx, classed)
  const classes = await readVisibilityClassesOfSeries(tx, classed)
  const scopes = edited.map(({ target }): RevisionScope => `library:${target.libraryId}`)
  await bumpRevisions(tx, 'catalog', ...scopes, ...(classed.length > 0 ? (['access'] as const) : []))
  // The event goes to those who may see it now.
  return {
    found: states.length,
    edited: edited.map(({ target, fields }) => ({
      target: { ...target, class: classes.get(target.id) ?? target.class },
      fields,
    })),
  }
}

/** Search finds a series and its books by these fields. */
const SEARCHED = ['title', 'titleSort', 'publisher', 'authors', 'alternateTitles']
const DECIDES_WHO_SEES = ['ageRating', 'sharingTags']

function touching(edited: readonly EditedTarget<SeriesEditTarget>[], fields: readonly string[]): number[] {
  return edited.filter((one) => one.fields.some((field) => fields.includes(field))).map(({ target }) => target.id)
}

async function index(tx: Tx, kind: MetadataEditDeps['db']['kind'], seriesIds: readonly number[]): Promise<void> {
  await indexSeriesForSearch(tx, kind, seriesIds)
  await indexBooksForSearch(tx, kind, await readBookIdsOfSeries(tx, seriesIds))
}
