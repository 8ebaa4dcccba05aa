import { defineTask } from '../tasks/define.ts'

/** Looks into a book's file: pages, metadata, cover. Thousands of them follow a first scan. */
export const analyseBook = defineTask<{ force?: boolean; cover?: boolean }>({
  type: 'analyze_book',
  priority: 800,
  many: true,
  repeats: true,
  key: ({ bookId }) => `analyze:${bookId}`,
})

/** Numbers, counts and metadata of a series, after its books have changed. */
export const settleSeries = defineTask<{ rename?: boolean }>({
  type: 'settle_series',
  priority: 780,
  many: true,
  repeats: true,
  forgetsSuccess: true,
  key: ({ seriesId }) => `settle:${seriesId}`,
})
