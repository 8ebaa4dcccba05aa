import type { MergedSeriesMetadata, StoredSeriesMetadata } from '../catalog/merge/merge-series-metadata.ts'
import type { LibraryMetadataOptions } from '../store/library/library-metadata-options.ts'
import type { SeriesBookRow, SeriesRow } from '../store/series/series-books.ts'
import { titleSortKeys } from '../store/series/title-sort-keys.ts'
import { facetKey } from '../store/text/fold-letters.ts'

export interface SeriesTitle {
  text: string
  /** From the files, not from the folder. */
  isFromFiles: boolean
}

/** Merged metadata as columns; undefined leaves a column unchanged. `series` already has its new title. */
export function seriesColumns(
  series: SeriesRow,
  merged: MergedSeriesMetadata,
  books: readonly SeriesBookRow[],
  { fromFiles, fieldsToKeep = [] }: StoredSeriesMetadata,
  title: SeriesTitle | undefined,
  coverRule: LibraryMetadataOptions['seriesCover'],
): Partial<SeriesRow> {
  const { titleSort, publisher } = merged
  const keys = titleSortKeys(series.title, titleSort === undefined ? series.title_sort : titleSort)
  const stillFromFiles = fieldsToKeep.filter((field) => fromFiles.includes(field))
  if (title?.isFromFiles || (!title && fromFiles.includes('title'))) stillFromFiles.push('title')
  const inOrder = coverRule === 'last' ? books.toReversed() : books
  const cover = series.cover_id === null ? inOrder.find((book) => book.coverVersion > 0) : undefined
  return {
    ...(title && { title: title.text, title_key: keys.title_key }),
    title_sort: titleSort,
    sort_key: titleSort === undefined && !title ? undefined : keys.sort_key,
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
    fields_from_files: books.length > 0 ? JSON.stringify([...fieldsWithValue(merged), ...stillFromFiles]) : undefined,
    cover_color: cover?.coverColor,
    cover_width: cover?.coverWidth,
    cover_height: cover?.coverHeight,
  }
}

function fieldsWithValue(merged: MergedSeriesMetadata): string[] {
  const fields = Object.keys(merged) as (keyof MergedSeriesMetadata)[]
  return fields.filter((field) => merged[field] !== null)
}
