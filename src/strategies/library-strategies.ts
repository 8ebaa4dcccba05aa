import { bookFormatOfPath } from '../formats/book-formats.ts'
import type { LibraryKind } from '../formats/filename/file-name-facts.ts'
import { parseFileName } from '../formats/filename/parse-file-name.ts'
import { visibleText } from '../formats/values/visible-text.ts'
import { defineCache, type HasCaches } from '../store/cache/caches.ts'
import { NO_REVISION } from '../store/cache/revision-cache.ts'
import type { LibraryForScan } from '../store/library/library-for-scan.ts'
import type { GuessFromPath, ScannedSeries } from '../store/scan/scan-change.ts'
import { guessLibraryKind } from './guess-library-kind.ts'
import type { BookToNumber } from './number/number-books.ts'
import { numberStrategyFor } from './number/number-strategy.ts'
import { parseBookNumber } from './number/parse-book-number.ts'
import type { Placement } from './series/placement.ts'
import { seriesStrategyFor } from './series/series-strategy.ts'
import { compileSeriesTitleRules } from './title/series-title-rules.ts'
import { titleStrategyFor } from './title/title-strategy.ts'

/** Metadata inside a file that determines its place in a series. */
export interface FactsInFile {
  title?: string
  series?: string
  number?: string
  authors?: readonly string[]
  year?: number
}

interface BookToName {
  path: string
  inside: FactsInFile
  series: string
  bookCount: number
  number: string | null
}

/** How a library groups, names and numbers its books. */
export interface LibraryStrategies {
  /** Whether a file may have to be regrouped after its metadata is read. */
  readonly usesMetadata: boolean
  /** Whether a series takes its title from its files' metadata if they agree. */
  readonly titleFromMetadata: boolean
  /** Whether the volume is appended to the title from the files. */
  readonly volumeInTitle: boolean
  /** Whether a book's name depends on its series and its number in it. */
  readonly namesBySeries: boolean
  placeInSeries(path: string, inside?: FactsInFile): { toSeries: ScannedSeries; guess: GuessFromPath }
  /** Applies the library's title rules to a series name. */
  correctTitle(name: string): string
  /** The series in the file name itself, regardless of its folder. */
  seriesInName(path: string): string | undefined
  nameBook(book: BookToName): string
  /** Numbers the books of one series, in the given order; undefined for those without a number. */
  numberBooks(books: readonly BookToNumber[]): ({ text: string; value: number } | undefined)[]
}

export type StrategiesFor = (library: LibraryForScan) => LibraryStrategies

/** The strategies of a library, created once per distinct configuration. */
export function strategiesFor(owner: HasCaches, library: LibraryForScan): LibraryStrategies {
  const kind = guessLibraryKind(library.path, library.readingDirection)
  const key = JSON.stringify([
    kind,
    library.seriesStrategy,
    library.seriesConfig,
    library.bookStrategy,
    library.bookConfig,
    library.numberStrategy,
    library.numberConfig,
    library.titleRules,
    library.metadataOptions.volumeInSeriesTitle,
  ])
  const cache = strategiesCache(owner)
  const known = cache.get(key, NO_REVISION)
  if (known) return known
  const rules = makeRules(library, kind)
  cache.set(key, NO_REVISION, rules)
  return rules
}

/** The same, for callers that know only the library. */
export const makeStrategiesFor =
  (owner: HasCaches): StrategiesFor =>
  (library) =>
    strategiesFor(owner, library)

const strategiesCache = defineCache<string, LibraryStrategies>('library_strategies', { maxEntries: 100 })

function makeRules(library: LibraryForScan, kind: LibraryKind | undefined): LibraryStrategies {
  const strategy = seriesStrategyFor(library.seriesStrategy, library.seriesConfig, { kind })
  const titleRules = compileSeriesTitleRules(library.titleRules)
  const applyTitleRules = (title: string) => titleRules(visibleText(title) || title)
  const name = titleStrategyFor(library.bookStrategy, library.bookConfig)
  const isByFileName = library.bookStrategy === 'filename'
  const nameOf = ({ path, inside, series, bookCount, number }: BookToName, placement: Placement): string => {
    // Calibre truncates file names and transliterates them to ASCII: a title known to the strategy is better.
    if (isByFileName && placement.title) return placement.title
    const title = name({
      fileName: path.slice(path.lastIndexOf('/') + 1),
      metadataTitle: inside.title ?? placement.title,
      metadataSeries: inside.series,
      metadataNumber: inside.number,
      facts: placement.facts,
      series,
      placedTitle: placement.series.title,
      bookCount,
      volume: placement.volume,
      chapter: placement.chapter,
      number: number ?? placement.number,
    })
    return visibleText(title) || title
  }
  return {
    usesMetadata: strategy.usesMetadata,
    titleFromMetadata: strategy.titleFromMetadata,
    volumeInTitle: library.metadataOptions.volumeInSeriesTitle,
    namesBySeries: namesBySeries(library),
    correctTitle: applyTitleRules,
    seriesInName: (path) => parseFileName(path.slice(path.lastIndexOf('/') + 1), { kind }).series,
    numberBooks: numberStrategyFor(library.numberStrategy, library.numberConfig, kind),
    nameBook: (book) => nameOf(book, strategy.place({ path: book.path, metadata: book.inside })),
    placeInSeries(path, inside) {
      const placement = strategy.place({ path, metadata: inside })
      const { series } = placement
      const number = amount(placement.number ?? placement.chapter)
      const title = applyTitleRules(series.title)
      return {
        toSeries: {
          key: series.key,
          title,
          folderName: series.folderName,
          isOneshot: series.isOneshot,
          publisher: series.publisher,
          year: series.year,
        },
        guess: {
          title: nameOf({ path, inside: inside ?? {}, series: title, bookCount: 1, number: null }, placement),
          format: bookFormatOfPath(path) ?? 'cbz',
          number: number?.value ?? null,
          numberText: number?.text ?? null,
          volume: amount(placement.volume)?.value ?? null,
          chapter: amount(placement.chapter)?.value ?? null,
          year: placement.year ?? null,
        },
      }
    },
  }
}

function namesBySeries({ bookStrategy, bookConfig }: LibraryForScan): boolean {
  return bookStrategy === 'series_name' || (bookConfig as { fallback?: string } | null)?.fallback === 'series_name'
}

const amount = (text: string | undefined) => (text === undefined ? undefined : parseBookNumber(text))
