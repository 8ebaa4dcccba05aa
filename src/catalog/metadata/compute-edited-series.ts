import type { EditableSeries } from '../../store/metadata/editable-series.ts'
import { editCustomMetadata } from './custom-metadata.ts'
import { addLocks } from './locks.ts'
import type { SeriesEdit } from './normalise-series-patch.ts'

/** A user's edit. The given fields are locked from then on; existing locks don't prevent it. */
export function computeEditedSeries(
  before: EditableSeries,
  edit: SeriesEdit,
  { replace }: { replace: boolean },
): EditableSeries {
  const { custom, ...fields } = edit
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const after: EditableSeries = { ...(replace ? clearSeriesFields(before) : before), ...Object.fromEntries(given) }
  const touched = given.map(([field]) => (field === 'authors' ? 'authorsJsonLock' : field))
  if (custom !== undefined) {
    after.custom = editCustomMetadata(before.custom, custom, !replace)
    touched.push('customMetadata')
  }
  after.locks = addLocks(before.locks, touched)
  return after
}

/** Genres and tags have their own routes; the title is required. */
export function clearSeriesFields(before: EditableSeries): EditableSeries {
  return {
    ...before,
    titleSort: null,
    summary: null,
    publisher: null,
    imprint: null,
    status: null,
    ageRating: null,
    language: null,
    readingDirection: null,
    year: null,
    totalBookCount: null,
    authors: [],
    custom: null,
  }
}
