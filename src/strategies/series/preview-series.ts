import type { DetectedSeriesPreview } from '../../contract/library-strategies.ts'
import { sortNaturally } from '../../formats/natural-order.ts'
import type { DetectedSeries, FileToPlace, SeriesStrategy } from './placement.ts'
import { fileNameOfPlacedFile } from './series-of-file.ts'

/** The series a strategy would create for these files, without storing anything. */
export function previewSeries(files: readonly FileToPlace[], strategy: SeriesStrategy): DetectedSeriesPreview {
  const seriesByKey = new Map<string, { series: DetectedSeries; books: string[] }>()
  for (const file of files) {
    const { series } = strategy.place(file)
    const placed = seriesByKey.get(series.key) ?? { series, books: [] }
    // "Vol.1/01.cbz" is more informative than one of many "01.cbz".
    const isBelow = series.path !== '' && file.path.startsWith(`${series.path}/`)
    placed.books.push(isBelow ? file.path.slice(series.path.length + 1) : fileNameOfPlacedFile(file))
    seriesByKey.set(series.key, placed)
  }
  const sorted = sortNaturally([...seriesByKey.values()], ({ series }) => `${series.title}/${series.path}`)
  return { detectedSeries: sorted.map(({ series, books }) => preview(series, books)), totalFiles: files.length }
}

const SAMPLES = 5

function preview(series: DetectedSeries, books: string[]): DetectedSeriesPreview['detectedSeries'][number] {
  const { title, path, publisher, imprint, author, year } = series
  const known = Object.entries({ publisher, imprint, author, year }).filter(([, value]) => value !== undefined)
  return {
    name: title,
    path,
    bookCount: books.length,
    sampleBooks: sortNaturally(books, (book) => book).slice(0, SAMPLES),
    ...(known.length > 0 && { metadata: Object.fromEntries(known) }),
  }
}
