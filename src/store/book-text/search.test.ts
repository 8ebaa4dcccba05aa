import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { randomNumbersFromSeed } from '../../../test/fixtures/random-numbers.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import { makeTestViewer } from '../list/test-catalogue.fixture.ts'
import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { readVisibility } from '../visibility/read-visibility.ts'
import { defaultSearchLimits } from './index-search.ts'
import { splitIntoPassages } from './passages.ts'
import { searchText } from './search.ts'
import { recordBookTextIndexed, writePassages } from './write.ts'

interface SampleBook {
  id: number
  title: string
  isForAdults: boolean
  /** The texts of its chapters, as they are compared. */
  folded: string[]
}

const random = randomNumbersFromSeed(20)
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
const COMMON = ['the', 'of', 'to', 'be', 'or', 'not', 'und', 'der', 'это']
const USUAL = ['then', 'there', 'tower', 'bear', 'order', 'nothing', 'offer', 'Straße', 'undone', 'этот']
const HAN = [...'進撃の巨人東京都']
const makeChapter = () =>
  random() < 0.15
    ? Array.from({ length: 30 }, () => pick(HAN)).join('')
    : Array.from({ length: 25 }, () => (random() < 0.6 ? pick(COMMON) : pick(USUAL))).join(' ')

const fold = (written: string) => written.toLowerCase().replaceAll('ß', 'ss')

/** By reading everything from the beginning to the end. */
function matcherOf(term: string): (folded: string) => boolean {
  if (term.startsWith('-')) {
    const isThere = matcherOf(term.slice(1))
    return (folded) => !isThere(folded)
  }
  const asked = fold(term.replaceAll('"', ''))
  if (/\p{Script=Han}|の/u.test(asked)) return (folded) => folded.includes(asked)
  const end = asked.endsWith('*') ? '' : '(?![\\p{L}])'
  const pattern = new RegExp(`(?<![\\p{L}])${asked.replace('*', '')}${end}`, 'u')
  return (folded) => pattern.test(folded)
}

function scanTexts(
  books: readonly SampleBook[],
  terms: readonly string[],
  sees: (book: SampleBook) => boolean,
): number {
  const matchers = terms.map(matcherOf)
  const texts = books.filter(sees).flatMap(({ folded }) => folded)
  return texts.filter((text) => matchers.every((matches) => matches(text))).length
}

function makeTerms(): string[] {
  const phrase = () =>
    `"${Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick([...COMMON, ...USUAL])).join(' ')}"`
  const commonPhrase = () => `"${Array.from({ length: 3 }, () => pick(COMMON)).join(' ')}"`
  const prefix = () => `${pick(USUAL).slice(0, 2)}*`
  const ends = () => `"${pick(COMMON)} ${prefix()}"`
  const han = () => Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(HAN)).join('')
  const wanted = [() => pick(USUAL), phrase, commonPhrase, prefix, ends, han]
  const terms = [pick(wanted)()]
  if (random() < 0.4) terms.push(pick(wanted)())
  if (random() < 0.4) terms.push(`-${pick([() => pick(USUAL), commonPhrase, prefix])()}`)
  return terms
}

onBothDatabases((open) => {
  let db: Db
  let books: SampleBook[]
  let everybody: Viewer
  let child: Viewer

  beforeAll(async () => {
    db = (await open()).db
    books = await db.transaction(async (tx) => {
      const library = await makeLibrary(tx, { text_search: 1 })
      const made: SampleBook[] = []
      for (let index = 0; index < 40; index++) {
        const isForAdults = index % 4 === 0
        const series = await makeSeries(tx, library, { age_rating: isForAdults ? 18 : 6 })
        const book = await makeBook(tx, series, { title: `Book ${index}`, format: 'epub' })
        const chapters = Array.from({ length: 4 }, makeChapter)
        const item = { href: 'c.xhtml', mediaType: 'application/xhtml+xml', before: 0, count: 1, total: 4 }
        const passages = chapters.flatMap((text) => splitIntoPassages({ ...item, text }))
        const size = await writePassages(tx, db.kind, book.id, 0, passages)
        await recordBookTextIndexed(tx, book, 'indexed', size)
        made.push({ id: book.id, title: book.title, isForAdults, folded: chapters.map(fold) })
      }
      return made
    })
    const { id } = await db.transaction((tx) => makeUser(tx))
    const rights = { allowTagIds: [], denyTagIds: [], ageLimit: 12, allowUnrated: true }
    everybody = makeTestViewer(id)
    child = makeTestViewer(id, await readVisibility(db, rights))
  })

  it('finds and counts what reading everything finds, for everybody as for a child', async () => {
    for (let n = 0; n < 300; n++) {
      const terms = makeTerms()
      const query = terms.join(' ')
      for (const viewer of [everybody, child]) {
        const found = await searchText(db, viewer, { query, limit: 100 })
        const there = scanTexts(books, terms, (book) => viewer === everybody || !book.isForAdults)
        expect([query, found.total, found.isTotalExact]).toEqual([query, there, true])
      }
    }
  })

  it('says that there may be more where it did not look at everything, and shows nothing wrong', async () => {
    const small = { smallIndex: 0, quickPrefix: 0, slowPrefix: 0, alwaysChecked: 0 }
    const limits = { ...defaultSearchLimits, ...small, findingMs: 1, countingMs: 0 }
    for (let n = 0; n < 200; n++) {
      const terms = makeTerms()
      const query = terms.join(' ')
      for (const viewer of [everybody, child]) {
        const sees = (book: SampleBook) => viewer === everybody || !book.isForAdults
        const found = await searchText(db, viewer, { query, limit: 100, limits })
        const there = scanTexts(books, terms, sees)
        if (found.isTotalExact) expect([query, found.total]).toEqual([query, there])
        else expect([query, found.total <= there]).toEqual([query, true])
        const visible = new Set(books.filter(sees).map(({ title }) => title))
        expect(found.hits.filter(({ bookTitle }) => !visible.has(bookTitle))).toEqual([])
      }
    }
  })

  it('finds phrases also in books that were indexed without pairs of words', async () => {
    const [{ id }] = books as [SampleBook]
    await db.transaction(async (tx) => {
      await tx.updateTable('book_text_state').set({ common_pairs: 0 }).where('book_id', '=', id).execute()
      if (db.kind === 'sqlite') return
      await sql`update text_search set has_pairs = false where id % 2 = 0`.execute(tx)
    })
    for (let n = 0; n < 60; n++) {
      const words = n % 2 === 0 ? COMMON : USUAL
      const terms = [`"${Array.from({ length: 2 + (n % 3) }, () => pick(words)).join(' ')}"`]
      const { total } = await searchText(db, everybody, { query: terms[0]!, limit: 10 })
      expect([terms, total]).toEqual([terms, scanTexts(books, terms, () => true)])
    }
  })

  it('finds every phrase of a chapter in which one of its words is everywhere', async () => {
    const isles = Array.from({ length: 400 }, (_, n) => `the isle${n}`)
    const text = isles.map((phrase) => `${phrase} lay far away from all land`).join('\n')
    await db.transaction(async (tx) => {
      const library = await makeLibrary(tx, { text_search: 1 })
      const book = await makeBook(tx, await makeSeries(tx, library), { format: 'epub' })
      const item = { href: 'c.xhtml', mediaType: 'application/xhtml+xml', before: 0, count: 1, total: 1, text }
      const size = await writePassages(tx, db.kind, book.id, 0, splitIntoPassages(item))
      await recordBookTextIndexed(tx, book, 'indexed', size)
    })
    for (const phrase of isles) {
      const { total } = await searchText(db, everybody, { query: `"${phrase}"`, limit: 1 })
      expect([phrase, total]).toEqual([phrase, 1])
    }
  })
})
