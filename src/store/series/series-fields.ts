/** What is said of a series by its files or by people, each on its own. */
export interface SeriesFields {
  titleSort: string | null
  summary: string | null
  publisher: string | null
  imprint: string | null
  status: string | null
  ageRating: number | null
  language: string | null
  /** Its own; null leaves it to the library. */
  readingDirection: string | null
  year: number | null
  totalBookCount: number | null
}

export interface SeriesFieldColumns {
  title_sort: string | null
  summary: string | null
  publisher: string | null
  imprint: string | null
  status: string | null
  age_rating: number | null
  language: string | null
  reading_direction: string | null
  year: number | null
  total_book_count: number | null
}

export const seriesFieldsFromRow = (row: SeriesFieldColumns): SeriesFields => ({
  titleSort: row.title_sort,
  summary: row.summary,
  publisher: row.publisher,
  imprint: row.imprint,
  status: row.status,
  ageRating: row.age_rating,
  language: row.language,
  readingDirection: row.reading_direction,
  year: row.year,
  totalBookCount: row.total_book_count,
})
