import type { Queryable } from '../open.ts'
import type { Uid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

export interface BookToAnalyse {
  id: number
  uid: Uid
  libraryId: number
  seriesId: number
  isAnalysed: boolean
}

export interface AnalysisSelection {
  bookUids?: readonly Uid[]
  seriesUids?: readonly Uid[]
  seriesId?: number
  libraryId?: number
  /** Only books that aren't analysed yet. */
  isUnanalysed?: boolean
  /** Only books with an error, of these types if given. */
  withErrors?: { types?: readonly string[] }
}

/** Live books that the viewer may see, with ids above `after`, ordered by id. */
export async function findBooksToAnalyse(
  db: Queryable,
  viewer: Viewer,
  which: AnalysisSelection,
  page: { after: number; limit: number },
): Promise<BookToAnalyse[]> {
  let query = db.query
    .selectFrom('book as b')
    .select(['b.id', 'b.uid', 'b.library_id as libraryId', 'b.series_id as seriesId', 'b.analyzed'])
    .where(visibilityCondition(db.kind, viewer.sees, 'b.class'))
    .where('b.id', '>', page.after)
    .orderBy('b.id')
    .limit(page.limit)
  const { bookUids, seriesUids, seriesId, libraryId, isUnanalysed, withErrors } = which
  if (bookUids) query = query.where('b.uid', 'in', bookUids)
  if (seriesUids) {
    query = query.where('b.series_id', 'in', (eb) =>
      eb.selectFrom('series').select('id').where('uid', 'in', seriesUids),
    )
  }
  if (seriesId !== undefined) query = query.where('b.series_id', '=', seriesId)
  if (libraryId !== undefined) query = query.where('b.library_id', '=', libraryId)
  if (isUnanalysed) query = query.where('b.analyzed', '=', 0)
  if (withErrors) {
    query = query.where((eb) => {
      const errors = eb.selectFrom('book_error as e').select('e.book_id').whereRef('e.book_id', '=', 'b.id')
      return eb.exists(withErrors.types?.length ? errors.where('e.type', 'in', withErrors.types) : errors)
    })
  }
  const rows = await query.execute()
  return rows.map(({ analyzed, ...row }) => ({ ...row, isAnalysed: analyzed === 1 }))
}
