import { sql } from 'kysely'
import { compressText, estimateIndexBytes, splitIntoPassages } from '../../src/store/book-text/passages.ts'
import { MAX_PASSAGES_PER_BOOK, recordBookTextIndexed, vectorOf } from '../../src/store/book-text/write.ts'
import type { Db, Tx } from '../../src/store/open.ts'
import { Random } from '../sample-library/random.ts'

/** Words by frequency. */
export interface Vocabulary {
  language: string
  /** Out of twenty books. */
  share: number
  words: string[]
}

/**
 * The text of a language: few words are everywhere, most are rare. The first are real, because they are treated as
 * common words; the others consist of syllables, so that they begin and end alike as real ones do.
 */
export function makeVocabularies(): Vocabulary[] {
  return [
    { language: 'en', share: 14, words: [...ENGLISH, ...syllables('en', WORDS, 'bcdfghklmnprstvw', 'aeiou')] },
    { language: 'de', share: 3, words: [...GERMAN, ...syllables('de', WORDS, 'bdfghklmnrstwz', 'aeiou')] },
    { language: 'ru', share: 1, words: [...RUSSIAN, ...syllables('ru', WORDS, 'бвгдзклмнпрст', 'аеиоу')] },
    { language: 'zh', share: 2, words: Array.from({ length: 3500 }, (_, n) => String.fromCodePoint(0x4e00 + 5 * n)) },
  ]
}

const WORDS = 200_000
const ENGLISH =
  'the of and to a in he was that it his i with as had for you her not be at on is but she by him have all this from they so which said were my me what one there would when or no an if their up out who them been we then could more some into do did your now very over only about like than two how before down'.split(
    ' ',
  )
const GERMAN =
  'die und der er sie das ich in nicht den es zu ist ein mit war sich auf dem auch als so an wie hatte von aber eine noch im nur was da wenn doch aus dann schon bei nach mir ihr'.split(
    ' ',
  )
const RUSSIAN =
  'и в не на он что с я как а его но это все к по она так у за же от было ты только еще меня мне бы о из ему'.split(' ')

function syllables(language: string, count: number, consonants: string, vowels: string): string[] {
  const random = new Random('words', language)
  const [first, second] = [[...consonants], [...vowels]]
  const words = new Set<string>()
  while (words.size < count) {
    const length = 1 + Math.min(3, Math.floor(Math.log10(words.size + 10)))
    let made = ''
    for (let n = 0; n < length; n++) made += random.pick(first) + random.pick(second)
    if (random.chance(0.8)) made += random.pick(first)
    words.add(random.chance(0.3) ? made + random.pick(second) : made)
  }
  return [...words]
}

/**
 * Adds a text to every book of a database, as the rows that reading a file leaves, and turns on the search inside
 * books.
 */
export async function fillTextIndex(db: Db, wordsEach: number, say: (line: string) => void): Promise<void> {
  await db.transaction((tx) => tx.updateTable('library').set({ text_search: 1 }).execute())
  const books = await db.query.selectFrom('book').select(['id', 'hash']).orderBy('id').execute()
  const done = await db.query.selectFrom('book_text_state').select('book_id').execute()
  const indexed = new Set(done.map(({ book_id }) => book_id))
  const todo = books.filter(({ id }) => !indexed.has(id))
  if (todo.length === 0) return
  const chaptersOf = makeChapters(db.kind, Math.ceil(wordsEach / CHAPTERS))
  // FTS5 sorts in memory: the more it has, the less it has to merge later.
  await sortInMemory(db, 128)
  const insertChapters = db.kind === 'sqlite' ? insertOneByOne : await insertCopies(db)
  for (let at = 0; at < todo.length; at += AT_ONCE) {
    await db.transaction(async (tx) => {
      for (const book of todo.slice(at, at + AT_ONCE)) {
        const chapters = chaptersOf(book.id)
        await insertChapters(tx, book.id, chapters)
        const bytes = chapters.reduce((sum, chapter) => sum + chapter.bytes, 0)
        await recordBookTextIndexed(tx, book, 'indexed', { passages: chapters.length, words: wordsEach, bytes })
      }
    })
    say(`${at + AT_ONCE} of ${todo.length} books`)
  }
  await sortInMemory(db, 1)
  if (db.kind === 'postgres') await indexCopies(db, say)
}

const CHAPTERS = 30
const AT_ONCE = 100

async function sortInMemory(db: Db, megabytes: number): Promise<void> {
  if (db.kind === 'postgres') return
  const bytes = sql.lit(megabytes * 2 ** 20)
  await db.transaction((tx) =>
    sql`insert into text_search(text_search, rank) values ('hashsize', ${bytes})`.execute(tx),
  )
}

interface Chapter {
  place: string
  body: Uint8Array
  /** As the database's index stores them. */
  words: string
  bytes: number
}

type InsertChapters = (tx: Tx, bookId: number, chapters: readonly Chapter[]) => Promise<void>

const idOf = (bookId: number, number: number): number => bookId * MAX_PASSAGES_PER_BOOK + number

const insertOneByOne: InsertChapters = async (tx, bookId, chapters) => {
  const rows = chapters.map(({ place, body }, number) => ({ id: idOf(bookId, number), book_id: bookId, place, body }))
  await tx.insertInto('book_text').values(rows).execute()
  const values = chapters.map(({ words }, number) => sql`(${idOf(bookId, number)}, ${words})`)
  await sql`insert into text_search (rowid, words) values ${sql.join(values)}`.execute(tx)
}

/**
 * PostgreSQL takes hours to read so many words and to put them into its index bit by bit. So each chapter is read once,
 * copied from there, and the indexes are created last.
 */
async function insertCopies(db: Db): Promise<InsertChapters> {
  await sql`drop index if exists text_search_words, text_search_pairs`.execute(db.query)
  await sql`create unlogged table if not exists bench_chapter (
    number serial primary key, place text not null, body bytea not null, words tsvector not null)`.execute(db.query)
  await sql`truncate bench_chapter restart identity`.execute(db.query)
  const numbers = new Map<Chapter, number>()
  return async (tx, bookId, chapters) => {
    for (const chapter of chapters) {
      if (numbers.has(chapter)) continue
      const { rows } = await sql<{ number: number }>`insert into bench_chapter (place, body, words)
        values (${chapter.place}, ${chapter.body}, ${chapter.words}::tsvector) returning number`.execute(tx)
      numbers.set(chapter, rows[0]!.number)
    }
    const ids = chapters.map((_, number) => idOf(bookId, number))
    const copied = sql`unnest(${ids}::bigint[], ${chapters.map((chapter) => numbers.get(chapter)!)}::int[])
      as n(id, number) join bench_chapter c on c.number = n.number`
    await sql`insert into book_text (id, book_id, place, body) select n.id, ${bookId}, c.place, c.body from ${copied}`.execute(
      tx,
    )
    await sql`insert into text_search (id, words) select n.id, c.words from ${copied}`.execute(tx)
  }
}

async function indexCopies(db: Db, say: (line: string) => void): Promise<void> {
  await sql`drop table bench_chapter`.execute(db.query)
  await db.transaction(async (tx) => {
    await sql`set local maintenance_work_mem = '2GB'`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    say('index of the words')
    await sql`create index text_search_words on text_search using gin (words) with (fastupdate = off)`.execute(tx)
    say('index of the pairs')
    await withKnownPairs(tx, async () => {
      await sql`create index text_search_pairs on text_search using gin (word_pairs(words)) with (fastupdate = off)
        where has_pairs`.execute(tx)
    })
    await sql`alter index text_search_pairs alter column 1 set statistics 0`.execute(tx)
  })
  for (const table of ['text_search', 'book_text', 'book_text_state']) {
    await sql`vacuum (analyze) ${sql.raw(table)}`.execute(db.query)
  }
}

/** Computing the pairs of a chapter takes as long as indexing them: they are looked up, to do it once for all copies. */
async function withKnownPairs(tx: Tx, createIndex: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ computing: string; schema: string }>`select current_schema() as schema,
    pg_get_functiondef('word_pairs'::regproc) as computing`.execute(tx)
  const { computing, schema } = rows[0]!
  const known = sql.id(schema, 'bench_pairs')
  const hash = sql`md5(tsvectorsend(words))::uuid`
  await sql`create table ${known} as select chapter, word_pairs(words) as pairs
    from (select distinct on (1) ${hash} as chapter, words from text_search offset 0) different`.execute(tx)
  await sql`create unique index on ${known} (chapter)`.execute(tx)
  await sql`create or replace function word_pairs(words tsvector) returns int[] language sql immutable strict
    parallel safe as $$ select pairs from ${known} where chapter = ${hash} $$`.execute(tx)
  await createIndex()
  await sql.raw(computing).execute(tx)
  await sql`drop table ${known}`.execute(tx)
}

/**
 * Generating a thousand million words one by one would take hours: so books consist of chapters that are reused in
 * others.
 */
function makeChapters(kind: Db['kind'], wordsEach: number): (book: number) => Chapter[] {
  const pools = makeVocabularies().map(({ share, ...vocabulary }, index) => {
    const next = fastNumbers(index + 1)
    const ranks = tableOfRanks(vocabulary.words.length)
    const pool = Array.from({ length: POOL_PER_SHARE * share }, (_, number) => {
      const said: string[] = []
      for (let n = 0; n < wordsEach; n++) said.push(vocabulary.words[ranks[next() & (ranks.length - 1)]!]!)
      return makeChapter(kind, vocabulary.language === 'zh' ? withoutSpaces(said) : said.join(' '), number % CHAPTERS)
    })
    return { share, pool }
  })
  const turns = pools.flatMap(({ share, pool }) => Array<Chapter[]>(share).fill(pool))
  return (book) => {
    const pool = turns[(book * 7) % turns.length]!
    const next = fastNumbers(book)
    return Array.from({ length: CHAPTERS }, () => pool[next() % pool.length]!)
  }
}

const POOL_PER_SHARE = 300

function makeChapter(kind: Db['kind'], text: string, number: number): Chapter {
  const positions = { before: number * 20, count: 20, total: 20 * CHAPTERS }
  const item = { href: `c${number + 1}.xhtml`, mediaType: 'application/xhtml+xml', ...positions }
  const { words, pairs, place } = splitIntoPassages({ ...item, text })[0]!
  const body = compressText(text)
  const indexed = [...words, ...pairs]
  const bytes = body.length + JSON.stringify(place).length + estimateIndexBytes(indexed)
  const written = kind === 'sqlite' ? indexed.join(' ') : vectorOf(words, pairs)
  return { place: JSON.stringify(place), body, words: written, bytes }
}

const withoutSpaces = (characters: readonly string[]): string =>
  Array.from({ length: Math.ceil(characters.length / 13) }, (_, n) =>
    characters.slice(13 * n, 13 * n + 13).join(''),
  ).join('，')

/** A word's rank by a random number: the nth word is an nth as frequent as the first. */
function tableOfRanks(count: number): Uint32Array {
  const table = new Uint32Array(2 ** 22)
  let total = 0
  for (let rank = 0; rank < count; rank++) total += 1 / (rank + 2.7)
  let at = 0
  let sum = 0
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 2.7)
    const to = Math.max(Math.round((sum / total) * table.length), at + 1)
    for (; at < to && at < table.length; at++) table[at] = rank
  }
  return table
}

/** Xorshift: a thousand million words need a fast generator. */
function fastNumbers(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 3
  }
}
