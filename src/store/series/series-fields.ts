/** The fields of a series that files or users set individually. */
export interface SeriesFields {
  titleSort: string | null
  summary: string | null
  publisher: string | null
  imprint: string | null
  status: string | null
  ageRating: number | null
  language: string | null
  /** The series' own; null: the library decides. */
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
