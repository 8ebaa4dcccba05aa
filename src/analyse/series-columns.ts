import type { MergedSeries, SeriesBefore } from '../catalog/merge/merge-series.ts'
import type { MemberRow, SeriesRow } from '../store/series/members.ts'
import { titleKeys } from '../store/series/sort-keys.ts'
import { facetKey } from '../store/text/fold-letters.ts'

/** Merged metadata as columns; undefined leaves a column as it is. */
export function seriesColumns(
  series: SeriesRow,
  merged: MergedSeries,
  books: readonly MemberRow[],
  { gleaned, unheard = [] }: SeriesBefore,
): Partial<SeriesRow> {
  const { titleSort, publisher } = merged
  const stillGleaned = unheard.filter((field) => gleaned.includes(field))
  const cover = series.cover_id === null ? books.find((book) => book.coverVersion > 0) : undefined
  return {
    title_sort: titleSort,
    sort_key: titleSort === undefined ? undefined : titleKeys(series.title, titleSort).sort_key,
    summary: merged.summary,
    publisher,
    publisher_key: publisher ? facetKey(publisher) : publisher,
    imprint: merged.imprint,
    status: merged.status,
    age_rating: merged.ageRating,
    language: merged.language,
    reading_direction: merged.readingDirection,
    year: merged.year,
    total_book_count: merged.totalBookCount,
    authors: merged.authors === undefined ? undefined : JSON.stringify(merged.authors ?? []),
    gleaned: books.length > 0 ? JSON.stringify([...gleanedIn(merged), ...stillGleaned]) : undefined,
    cover_color: cover?.coverColor,
    cover_width: cover?.coverWidth,
    cover_height: cover?.coverHeight,
  }
}

function gleanedIn(merged: MergedSeries): string[] {
  const fields = Object.keys(merged) as (keyof MergedSeries)[]
  return fields.filter((field) => merged[field] !== null)
}
