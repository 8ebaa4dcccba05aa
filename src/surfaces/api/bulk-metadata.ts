import { computeEditedBook } from '../../catalog/metadata/compute-edited-book.ts'
import { computeEditedSeries } from '../../catalog/metadata/compute-edited-series.ts'
import { editBooks } from '../../catalog/metadata/edit-books.ts'
import {
  changeGenresOrTags,
  type GenresOrTags,
  type HasGenresAndTags,
} from '../../catalog/metadata/edit-genres-or-tags.ts'
import { editSeries } from '../../catalog/metadata/edit-series.ts'
import { changeLocks } from '../../catalog/metadata/locks.ts'
import { normaliseBookPatch } from '../../catalog/metadata/normalise-book-patch.ts'
import { normaliseSeriesPatch } from '../../catalog/metadata/normalise-series-patch.ts'
import { bulkBookMetadata, bulkSeriesMetadata } from '../../contract/bulk-metadata.ts'
import { findBookEditTargets, findSeriesEditTargets } from '../../store/metadata/edit-targets.ts'
import type { EditableBook } from '../../store/metadata/editable-book.ts'
import type { EditableSeries } from '../../store/metadata/editable-series.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { type OpenSurface, serve } from '../serve.ts'
import type { CurationContext } from './curation-context.ts'
import { resetSeriesMetadataAndCovers } from './series-metadata.ts'

export function mountBulkMetadata(api: OpenSurface, curation: CurationContext): void {
  mountBooks(api, curation)
  mountSeries(api, curation)
}

function mountBooks(api: OpenSurface, curation: CurationContext): void {
  const { db, metadataEditHooks } = curation
  const editMany = async (viewer: Viewer, ids: readonly string[], edit: (before: EditableBook) => EditableBook) => {
    const books = await findBookEditTargets(db, viewer, ids.map(uuidToBytes))
    const updatedCount = await editBooks(curation, books, { edit })
    return { updatedCount, message: `${counted(updatedCount, 'book', 'books')} updated.` }
  }

  serve(api, bulkBookMetadata.change, ({ body: { bookIds, ...patch }, viewer }) => {
    const change = normaliseBookPatch(patch)
    const options = { replace: false, numberOf: metadataEditHooks.numberOf }
    return editMany(viewer, bookIds, (before) => computeEditedBook(before, change, options))
  })
  serve(api, bulkBookMetadata.changeAll, ({ body: { bookIds, genres, tags, locks, ...patch }, viewer }) => {
    const change = normaliseBookPatch(patch)
    const options = { replace: false, numberOf: metadataEditHooks.numberOf }
    const beside = withLists({ genres, tags, locks })
    return editMany(viewer, bookIds, (before) => beside(computeEditedBook(before, change, options)))
  })
  serve(api, bulkBookMetadata.changeLocks, ({ body: { bookIds, ...locks }, viewer }) =>
    editMany(viewer, bookIds, (before) => ({ ...before, locks: changeLocks(before.locks, locks) })),
  )
  serve(api, bulkBookMetadata.genres, ({ body, viewer }) => editMany(viewer, body.bookIds, named('genres', body)))
  serve(api, bulkBookMetadata.tags, ({ body, viewer }) => editMany(viewer, body.bookIds, named('tags', body)))
}

function mountSeries(api: OpenSurface, curation: CurationContext): void {
  const { db } = curation
  const editMany = async (viewer: Viewer, ids: readonly string[], edit: (before: EditableSeries) => EditableSeries) => {
    const series = await findSeriesEditTargets(db, viewer, ids.map(uuidToBytes))
    const updatedCount = await editSeries(curation, series, { edit })
    return { updatedCount, message: `${counted(updatedCount, 'series', 'series')} updated.` }
  }

  serve(api, bulkSeriesMetadata.change, ({ body: { seriesIds, ...patch }, viewer }) => {
    const change = normaliseSeriesPatch(patch)
    return editMany(viewer, seriesIds, (before) => computeEditedSeries(before, change, { replace: false }))
  })
  serve(api, bulkSeriesMetadata.changeAll, ({ body: { seriesIds, genres, tags, locks, ...patch }, viewer }) => {
    const change = normaliseSeriesPatch(patch)
    const beside = withLists({ genres, tags, locks })
    return editMany(viewer, seriesIds, (before) => beside(computeEditedSeries(before, change, { replace: false })))
  })
  serve(api, bulkSeriesMetadata.changeLocks, ({ body: { seriesIds, ...locks }, viewer }) =>
    editMany(viewer, seriesIds, (before) => ({ ...before, locks: changeLocks(before.locks, locks) })),
  )
  serve(api, bulkSeriesMetadata.genres, ({ body, viewer }) => editMany(viewer, body.seriesIds, named('genres', body)))
  serve(api, bulkSeriesMetadata.tags, ({ body, viewer }) => editMany(viewer, body.seriesIds, named('tags', body)))
  serve(api, bulkSeriesMetadata.reset, async ({ body, viewer }) => {
    const series = await findSeriesEditTargets(db, viewer, body.seriesIds.map(uuidToBytes))
    const count = await resetSeriesMetadataAndCovers(curation, viewer, series)
    return { count, message: `${counted(count, 'series', 'series')} reset.` }
  })
}

type AddRemove = { add?: string[]; remove?: string[] }
type Beside = { genres?: AddRemove; tags?: AddRemove; locks?: Readonly<Record<string, boolean | null | undefined>> }

/** The lists and locks that are edited together with the fields. Locks are applied last: explicit ones win. */
function withLists({ genres = {}, tags = {}, locks = {} }: Beside) {
  const [editGenres, editTags] = [named('genres', genres), named('tags', tags)]
  return <State extends HasGenresAndTags>(before: State): State => {
    const after = editTags(editGenres(before))
    return { ...after, locks: changeLocks(after.locks, locks) }
  }
}

/** Nothing to add and nothing to remove isn't an edit, and locks nothing. */
function named(facets: GenresOrTags, { add, remove }: AddRemove) {
  const isEmpty = !add?.length && !remove?.length
  return <State extends HasGenresAndTags>(before: State): State =>
    isEmpty ? before : changeGenresOrTags(before, facets, { add, remove })
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
