import { normaliseText } from '../../catalog/metadata/normalise-text.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import { ratings } from '../../contract/ratings.ts'
import type { EntityName } from '../../store/entity.ts'
import type { SeriesEditTarget } from '../../store/metadata/edit-targets.ts'
import {
  deleteRating,
  findRating,
  type GivenRating,
  listRatings,
  putRating,
  type RatingRow,
  readAverageRating,
} from '../../store/rating/rating.ts'
import { bumpRevisions, type RevisionScope } from '../../store/revision.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { requireNoteRoom } from '../../store/user/per-user-limits.ts'
import type { Viewer } from '../../store/viewer.ts'
import { presentUserRating } from '../present/external-data.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { answerOrNotModified } from './answer-or-not-modified.ts'
import { type CurationContext, readBookTarget, readSeriesTarget } from './curation-context.ts'

export function mountRatings(api: OpenSurface, curation: CurationContext): void {
  const { db, config } = curation

  serve(api, ratings.mine, (input) =>
    answerOrNotModified(db, input, async () => {
      const [series, books] = await Promise.all([
        listRatings(db, input.viewer, 'series'),
        listRatings(db, input.viewer, 'book'),
      ])
      return {
        ratings: series.map((row) => ({ seriesId: bytesToUuid(row.owner_uid), ...presentUserRating(row) })),
        bookRatings: books.map((row) => ({ bookId: bytesToUuid(row.owner_uid), ...presentUserRating(row) })),
      }
    }),
  )

  serve(api, ratings.readSeries, (input) =>
    answerOrNotModified(db, input, async () => {
      const series = await readSeriesTarget(db, input.viewer, input.params.id)
      const row = await findRating(db, input.viewer, 'series', series.id)
      return row ? ofSeries(series, row) : null
    }),
  )
  serve(api, ratings.rateSeries, async ({ params, body, viewer }) => {
    const series = await readSeriesTarget(db, viewer, params.id)
    return ofSeries(series, await rate(viewer, 'series', series, body))
  })
  serve(api, ratings.unrateSeries, async ({ params, viewer }) => {
    await unrate(viewer, 'series', await readSeriesTarget(db, viewer, params.id))
  })
  serve(api, ratings.averageOfSeries, (input) =>
    answerOrNotModified(db, input, async () => {
      const series = await readSeriesTarget(db, input.viewer, input.params.id)
      return readAverageRating(db, series.id)
    }),
  )

  serve(api, ratings.readBook, (input) =>
    answerOrNotModified(db, input, async () => {
      const book = await readBookTarget(db, input.viewer, input.params.id)
      const row = await findRating(db, input.viewer, 'book', book.id)
      return row ? ofBook(book, row) : null
    }),
  )
  serve(api, ratings.rateBook, async ({ params, body, viewer }) => {
    const book = await readBookTarget(db, viewer, params.id)
    return ofBook(book, await rate(viewer, 'book', book, body))
  })
  serve(api, ratings.unrateBook, async ({ params, viewer }) => {
    await unrate(viewer, 'book', await readBookTarget(db, viewer, params.id))
  })

  async function rate(
    viewer: Viewer,
    entity: EntityName,
    target: SeriesEditTarget,
    given: GivenRating,
  ): Promise<RatingRow> {
    return db.transaction(async (tx) => {
      const notes = given.notes === undefined ? undefined : normaliseText(given.notes)
      const stored = await putRating(tx, viewer.userId, entity, target.id, { rating: given.rating, notes }, Date.now())
      if (stored.rating === null && stored.notes === null)
        throw validationProblem([{ path: 'rating', message: 'is required' }])
      if (notes) await requireNoteRoom(tx, viewer.userId, config.limits.note_bytes)
      await bumpRevisions(tx, ...changedScopes(viewer, entity, target))
      return stored
    })
  }

  async function unrate(viewer: Viewer, entity: EntityName, target: SeriesEditTarget): Promise<void> {
    await db.transaction(async (tx) => {
      const isThere = await deleteRating(tx, viewer.userId, entity, target.id)
      if (!isThere) throw problem('not_found', 'You haven’t rated this.')
      await bumpRevisions(tx, ...changedScopes(viewer, entity, target))
    })
  }
}

/** A rating of a series changes its average, which everyone sees. */
function changedScopes(viewer: Viewer, entity: EntityName, { libraryId }: SeriesEditTarget): RevisionScope[] {
  return entity === 'series' ? [`user:${viewer.userId}`, 'catalog', `library:${libraryId}`] : [`user:${viewer.userId}`]
}

const ofSeries = (series: SeriesEditTarget, row: RatingRow) => ({
  seriesId: bytesToUuid(series.uid),
  ...presentUserRating(row),
})
const ofBook = (book: SeriesEditTarget, row: RatingRow) => ({
  bookId: bytesToUuid(book.uid),
  ...presentUserRating(row),
})
