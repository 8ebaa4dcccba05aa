import { adjectives, endings, familyNames, foreignTitles, givenNames, nouns, publishers } from './name-parts.ts'
import { Random } from './random.ts'

export type Kind = 'comic' | 'manga' | 'webtoon' | 'epub' | 'pdf'

export interface PlannedSeries {
  index: number
  kind: Kind
  title: string
  /** Relative folder of its books. */
  folder: string
  publisher: string
  year: number
  books: number
  /** Number of the first book in the whole library. */
  first: number
}

/**
 * Series after series until there are enough books: sizes log-normal (median 5, mean about 12), one in seven a one-shot,
 * and a few giants, because real libraries have them.
 */
export function* planLibrary(seed: number, books: number): Generator<PlannedSeries> {
  let planned = 0
  for (let index = 0; planned < books; index++) {
    const random = new Random(seed, 'series', index)
    const wanted = sizeOf(random, index, books)
    const count = Math.min(wanted, books - planned)
    yield describe(random, index, count, planned)
    planned += count
  }
}

function sizeOf(random: Random, index: number, books: number): number {
  if (index === 3) return Math.max(20, Math.round(books * 0.02))
  if (index === 11) return Math.max(20, Math.round(books * 0.03))
  if (random.chance(0.15)) return 1
  return Math.min(2400, Math.max(1, Math.round(random.logNormal(5, 1.2))))
}

function describe(random: Random, index: number, books: number, first: number): PlannedSeries {
  const kind = kindOf(random)
  const title = titleOf(random, index)
  const year = random.whole(1962, 2025)
  const publisher = random.pick(publishers)
  const author = `${random.pick(familyNames)}, ${random.pick(givenNames)}`
  // A unique folder, even if the same title was generated twice.
  const unique = `${title}${index >= 8000 ? ` ${index}` : ''}`
  const folder = {
    comic: `Comics/${publisher}/${unique} (${year})`,
    manga: `Manga/${unique}`,
    webtoon: `Webtoons/${unique}`,
    epub: `Books/${author}/${unique}`,
    pdf: `Papers/${year}/${unique}`,
  }[kind]
  return { index, kind, title, folder: `${folder}${index < 8000 ? ` #${index}` : ''}`, publisher, year, books, first }
}

function kindOf(random: Random): Kind {
  const place = random.next()
  if (place < 0.45) return 'comic'
  if (place < 0.75) return 'manga'
  if (place < 0.8) return 'webtoon'
  return place < 0.97 ? 'epub' : 'pdf'
}

function titleOf(random: Random, index: number): string {
  if (random.chance(0.12)) return `${random.pick(foreignTitles)} ${index}`
  const start = random.chance(0.3) ? 'The ' : ''
  return `${start}${random.pick(adjectives)} ${random.pick(nouns)}${random.pick(endings)}`.trim()
}
