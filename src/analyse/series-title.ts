import type { BookFacts } from '../catalog/merge/book-facts.ts'
import type { SeriesJson } from '../formats/sidecar/series-json.ts'
import { facetKey } from '../store/text/fold-letters.ts'
import type { LibraryStrategies } from '../strategies/library-strategies.ts'
import { hasOwnFolder } from '../strategies/series/placement.ts'
import { isGenericTitle } from '../strategies/title/smart-title-strategy.ts'

/** The parts of a book that determine the title of its series; in reading order. */
export interface BookForSeriesTitle {
  path: string
  facts: BookFacts
}

/**
 * The title that the files agree on for their series, or undefined if they don't. A series.json applies to the whole
 * folder. Otherwise
 *   - at least half of the books name a series inside, and nine in ten of those the same one, however it is spelled;
 *   - of the books that name none, nine in ten have that name, the folder's or none in their file names: five novels
 *     of one series in an author's folder don't determine the title for the others.
 * A single book without its own folder gives the series its title.
 */
export function seriesTitleFromFiles(
  rules: LibraryStrategies,
  folderTitle: string,
  books: readonly BookForSeriesTitle[],
  sidecar: SeriesJson | undefined,
): string | undefined {
  if (!rules.titleFromMetadata) return undefined
  if (sidecar) return titled(rules, sidecar.name)
  const withVolume = rules.volumeInTitle
    ? agreedName(rules, folderTitle, books, ({ facts }) => nameWithVolume(facts))
    : undefined
  // A manga whose books are volumes 1, 2, 3 is still one series.
  return (
    withVolume ??
    agreedName(rules, folderTitle, books, ({ facts }) => nameIn(facts)) ??
    (books.length === 1 ? titleOfBookAlone(rules, books[0]!) : undefined)
  )
}

/** "p-g-wodehouse_love-among-the-chickens.epub" in the root of a library; "Saga 001.cbz" there is one of several. */
function titleOfBookAlone(rules: LibraryStrategies, { path, facts: { file } }: BookForSeriesTitle): string | undefined {
  const title = file?.title?.trim()
  if (!title || file?.series || file?.number || isGenericTitle(title)) return undefined
  const { toSeries, guess } = rules.placeInSeries(path, file)
  const isNumbered = guess.number !== null || guess.volume !== null || guess.chapter !== null
  return isNumbered || hasOwnFolder(toSeries.key) ? undefined : titled(rules, title)
}

function agreedName(
  rules: LibraryStrategies,
  folderTitle: string,
  books: readonly BookForSeriesTitle[],
  nameOf: (book: BookForSeriesTitle) => string | undefined,
): string | undefined {
  const names = books.map(nameOf)
  const key = commonest(names.flatMap((name) => (name ? [fold(name)] : [])))
  if (key === undefined) return undefined
  const speaking = names.filter((name) => name !== undefined)
  const agreeing = speaking.filter((name) => fold(name) === key)
  if (speaking.length * 2 < books.length || !isNearlyAll(agreeing.length, speaking.length)) return undefined

  const silent = books.filter((_book, index) => names[index] === undefined)
  const ours = new Set([key, fold(folderTitle)])
  for (const [index, name] of names.entries()) {
    // Also without its volume.
    if (name !== undefined && fold(name) === key) ours.add(fold(nameIn(books[index]!.facts)!))
  }
  const strangers = silent.filter(({ path }) => {
    const own = rules.seriesInName(path)
    return own !== undefined && !ours.has(fold(own))
  })
  if (!isNearlyAll(silent.length - strangers.length, silent.length)) return undefined
  return titled(rules, commonest(agreeing)!)
}

/** One deviation in ten is a tagging mistake. */
const isNearlyAll = (count: number, all: number): boolean => count * 10 >= all * 9

function titled(rules: LibraryStrategies, name: string): string | undefined {
  return (
    rules.correctTitle(name.replace(/\s+/g, ' ').trim()).slice(0, MAX_TITLE_LENGTH).toWellFormed().trim() || undefined
  )
}

const MAX_TITLE_LENGTH = 500

function nameIn({ file }: BookFacts): string | undefined {
  const name = file?.series?.trim()
  return name && fold(name) !== '' ? name : undefined
}

/** In Komga's format: the first volume is omitted. */
function nameWithVolume(facts: BookFacts): string | undefined {
  const name = nameIn(facts)
  const { volume } = facts
  return name && volume !== undefined && volume !== null && volume !== 1 ? `${name} (${volume})` : name
}

/** Ignores case, accents, punctuation and a leading article. */
function fold(name: string): string {
  const letters = facetKey(name)
  return letters.replace(/^(?:the|a|an) /, '').replace(/[^\p{L}\p{N}]/gu, '') || letters
}

/** The earlier one wins a tie. */
function commonest(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  let best: string | undefined
  for (const [name, count] of counts) if (best === undefined || count > counts.get(best)!) best = name
  return best
}
