import type { BookToName, RulesFor, ShelfRules } from '../analyse/shelf-rules.ts'
import type { Kind } from '../formats/filename/facts.ts'
import { parseFileName } from '../formats/filename/parse-file-name.ts'
import type { LibraryForScan } from '../store/library/scan.ts'
import { kindOfLibrary } from './kind-of-library.ts'
import { namingFor } from './naming-for.ts'
import { numberValue } from './numbering/number-value.ts'
import { numberingFor } from './numbering-for.ts'
import { formatOf } from './rules.ts'
import type { Placement } from './shelving/placement.ts'
import { strategyFor } from './strategy-for.ts'
import { compileTitleRules } from './title-rules.ts'

/** The rules of a library, made once for each way it has been set up. */
export const shelfRulesFor: RulesFor = (library) => {
  const kind = kindOfLibrary(library.path, library.readingDirection)
  const key = JSON.stringify([
    kind,
    library.seriesStrategy,
    library.seriesConfig,
    library.bookStrategy,
    library.bookConfig,
    library.numberStrategy,
    library.numberConfig,
    library.titleRules,
  ])
  const known = made.get(key)
  if (known) return known
  if (made.size > 100) made.clear()
  const rules = makeRules(library, kind)
  made.set(key, rules)
  return rules
}

const made = new Map<string, ShelfRules>()

function makeRules(library: LibraryForScan, kind: Kind | undefined): ShelfRules {
  const strategy = strategyFor(library.seriesStrategy, library.seriesConfig, { kind })
  const applyTitleRules = compileTitleRules(library.titleRules)
  const name = namingFor(library.bookStrategy, library.bookConfig)
  const isByFileName = library.bookStrategy === 'filename'
  const nameOf = ({ path, inside, series, bookCount, number }: BookToName, placement: Placement): string => {
    // Calibre cuts file names short and spells them in ASCII: where a strategy knows the title, it is better.
    if (isByFileName && placement.title) return placement.title
    return name({
      fileName: path.slice(path.lastIndexOf('/') + 1),
      metadataTitle: inside.title ?? placement.title,
      metadataNumber: inside.number,
      facts: placement.facts,
      series,
      shelfTitle: placement.series.title,
      bookCount,
      volume: placement.volume,
      chapter: placement.chapter,
      number: number ?? placement.number,
    })
  }
  return {
    usesMetadata: strategy.usesMetadata,
    titleFromMetadata: strategy.titleFromMetadata,
    namesBySeries: namesBySeries(library),
    correctTitle: applyTitleRules,
    seriesInName: (path) => parseFileName(path.slice(path.lastIndexOf('/') + 1), { kind }).series,
    numberBooks: numberingFor(library.numberStrategy, library.numberConfig, kind),
    nameBook: (book) => nameOf(book, strategy.place({ path: book.path, metadata: book.inside })),
    shelve(path, inside) {
      const placement = strategy.place({ path, metadata: inside })
      const { series } = placement
      const number = amount(placement.number ?? placement.chapter)
      const title = applyTitleRules(series.title)
      return {
        shelf: {
          key: series.key,
          title,
          folderName: series.folderName,
          isOneshot: series.isOneshot,
          publisher: series.publisher,
          year: series.year,
        },
        guess: {
          title: nameOf({ path, inside: inside ?? {}, series: title, bookCount: 1, number: null }, placement),
          format: formatOf(path) ?? 'cbz',
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

const amount = (text: string | undefined) => (text === undefined ? undefined : numberValue(text))
