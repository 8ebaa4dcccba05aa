import { bookFormatOfPath } from '../formats/book-formats.ts'
import type { LibraryKind } from '../formats/filename/file-name-facts.ts'
import { parseFileName } from '../formats/filename/parse-file-name.ts'
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

/** What a file says that decides where it stands. */
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

/**
 * How a library arranges, names and numbers its books. The rules themselves are the scanner's; whoever builds the server
 * together hands them in.
 */
export interface LibraryStrategies {
  /** Whether a file may have to be regrouped once it has been read. */
  readonly usesMetadata: boolean
  /** Whether a series is titled by what its files say when they agree. */
  readonly titleFromMetadata: boolean
  /** Whether the volume stands behind the title that the files give. */
  readonly volumeInTitle: boolean
  /** Whether a book's name depends on its series and its place in it. */
  readonly namesBySeries: boolean
  placeInSeries(path: string, inside?: FactsInFile): { toSeries: ScannedSeries; guess: GuessFromPath }
  /** The library's own corrections of a series' name. */
  correctTitle(name: string): string
  /** The series a file's own name bears, whatever its folder is called. */
  seriesInName(path: string): string | undefined
  nameBook(book: BookToName): string
  /** Of one series, in the order given; undefined for those that have none. */
  numberBooks(books: readonly BookToNumber[]): ({ text: string; value: number } | undefined)[]
}

export type StrategiesFor = (library: LibraryForScan) => LibraryStrategies

/** The rules of a library, made once for each way it has been set up. */
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

/** The same for whoever only knows libraries. */
export const makeStrategiesFor =
  (owner: HasCaches): StrategiesFor =>
  (library) =>
    strategiesFor(owner, library)

const strategiesCache = defineCache<string, LibraryStrategies>('library_strategies', { maxEntries: 100 })

function makeRules(library: LibraryForScan, kind: LibraryKind | undefined): LibraryStrategies {
  const strategy = seriesStrategyFor(library.seriesStrategy, library.seriesConfig, { kind })
  const applyTitleRules = compileSeriesTitleRules(library.titleRules)
  const name = titleStrategyFor(library.bookStrategy, library.bookConfig)
  const isByFileName = library.bookStrategy === 'filename'
  const nameOf = ({ path, inside, series, bookCount, number }: BookToName, placement: Placement): string => {
    // Calibre cuts file names short and spells them in ASCII: where a strategy knows the title, it is better.
    if (isByFileName && placement.title) return placement.title
    return name({
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
