import { parseArgs } from 'node:util'
import type { Insertable } from 'kysely'
import { type Db, openDatabase, type Tx } from '../src/store/open.ts'
import { bumpRevisions } from '../src/store/revision.ts'
import { indexBooksForSearch, indexSeriesForSearch } from '../src/store/search/index-words.ts'
import type { Tables } from '../src/store/tables.ts'
import { facetKey } from '../src/store/text/fold-letters.ts'
import { sortKey } from '../src/store/text/sort-key.ts'
import { newUid } from '../src/store/uid.ts'
import { ensureVisibilityClass, recountVisibilityClasses } from '../src/store/visibility/visibility-class.ts'
import { randomNumbersFromSeed } from '../test/fixtures/random-numbers.ts'
import { fillReadingProgress } from './sample-data/fill-reading-progress.ts'
import { genreNames, personName, vocabularies } from './sample-data/title-words.ts'

export interface FilledDatabase {
  books: number
  series: number
  users: number[]
  seconds: number
}

/** Fills an empty database with rows as a scan of a large collection would leave them. No files are created. */
export async function fillDatabase(
  db: Db,
  { books, seed = 1 }: { books: number; seed?: number },
): Promise<FilledDatabase> {
  const began = performance.now()
  const random = randomNumbersFromSeed(seed)
  const names = await db.transaction((tx) => fillNames(tx, random, books))
  const made = { books: 0, series: 0 }
  while (made.books < books) {
    await db.transaction(async (tx) => {
      const batch = planSeries(random, names, made, Math.min(BATCH, books - made.books))
      const series = await insertMany(
        tx,
        'series',
        batch.map((one) => one.row),
      )
      const rows = batch.flatMap((one, index) => one.books(series[index]!))
      const ids = await insertMany(tx, 'book', rows)
      await insertLinks(tx, random, names, batch, series, ids)
      await indexSeriesForSearch(tx, db.kind, series)
      await indexBooksForSearch(tx, db.kind, ids)
      made.books += ids.length
      made.series += series.length
    })
  }
  const users = await fillReadingProgress(db, random)
  await db.transaction(async (tx) => {
    await recountVisibilityClasses(tx)
    await bumpRevisions(tx, 'catalog', 'access')
  })
  return { ...made, users, seconds: (performance.now() - began) / 1000 }
}

const BATCH = 4000

interface InsertedNames {
  libraries: number[]
  classes: number[][]
  genres: number[]
  tags: number[]
  people: { id: number; name: string }[]
}

async function fillNames(tx: Tx, random: () => number, books: number): Promise<InsertedNames> {
  const now = Date.now()
  const libraries = await insertMany(
    tx,
    'library',
    ['Comics', 'Manga', 'Books', 'Archive'].map((name) => ({
      uid: newUid(),
      name,
      sort_key: sortKey(name),
      path: `/media/${name.toLowerCase()}`,
      allowed_formats: '["cbz","cbr","epub","pdf"]',
      series_strategy: 'series_volume',
      book_strategy: 'filename',
      number_strategy: 'file_order',
      created_at: now,
      updated_at: now,
    })),
  )
  const named = (name: string) => ({ uid: newUid(), name, name_key: facetKey(name), created_at: now })
  const sharingTags = await insertMany(
    tx,
    'sharing_tag',
    ['kids', 'family', 'adults', 'guests'].map((name) => ({ ...named(name), updated_at: now })),
  )
  const classes: number[][] = []
  for (const libraryId of libraries) {
    const ofLibrary: number[] = []
    for (const ageRating of AGES) {
      for (const sharingTagIds of [[], [], ...sharingTags.map((id) => [id])]) {
        if (random() < 0.8) ofLibrary.push(await ensureVisibilityClass(tx, { libraryId, ageRating, sharingTagIds }))
      }
    }
    classes.push(ofLibrary)
  }
  const people = Array.from({ length: Math.max(200, Math.round(books / 40)) }, (_, index) => personName(index))
  const personIds = await insertMany(
    tx,
    'person',
    people.map((name) => ({ name, name_key: facetKey(name) })),
  )
  return {
    libraries,
    classes,
    genres: await insertMany(tx, 'genre', genreNames.map(named)),
    tags: await insertMany(
      tx,
      'tag',
      Array.from({ length: 600 }, (_, index) => named(`tag ${index}`)),
    ),
    people: personIds.map((id, index) => ({ id, name: people[index]! })),
  }
}

const AGES = [null, 6, 10, 12, 13, 14, 16, 18]
const STATUSES = ['ongoing', 'ended', 'ended', 'hiatus', 'abandoned', null]
const FORMATS = ['cbz', 'cbz', 'cbz', 'cbr', 'epub', 'pdf']
const DAY = 86_400_000

interface PlannedSeries {
  row: Insertable<Tables['series']>
  writer: { id: number; name: string }
  size: number
  books(seriesId: number): Insertable<Tables['book']>[]
}

function planSeries(
  random: () => number,
  names: InsertedNames,
  made: { series: number },
  max: number,
): PlannedSeries[] {
  const planned: PlannedSeries[] = []
  for (let total = 0; total < max; ) {
    const size = Math.min(seriesSize(random), max - total)
    total += size
    planned.push(planOne(random, names, made.series + planned.length, size))
  }
  return planned
}

/** Most series are short; a few run for a thousand numbers. */
function seriesSize(random: () => number): number {
  const chance = random()
  if (chance < 0.0005) return 500 + Math.floor(random() * 1500)
  if (chance < 0.05) return 40 + Math.floor(random() * 80)
  return 1 + Math.floor(random() * 16)
}

function planOne(random: () => number, names: InsertedNames, index: number, size: number): PlannedSeries {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const place = Math.floor(random() * names.libraries.length)
  const libraryId = names.libraries[place]!
  const classId = pick(names.classes[place]!)
  const vocabulary = weighted(random)
  const words = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(vocabulary.words))
  const plain = words.join(vocabulary.joint)
  const title = `${random() < 0.15 && vocabulary.language === 'en' ? 'The ' : ''}${plain.charAt(0).toUpperCase()}${plain.slice(1)}`
  const publisher = `Publisher ${Math.floor(random() ** 2 * 200)}`
  const writer = names.people[Math.floor(random() ** 2 * names.people.length)]!
  const year = random() < 0.1 ? null : 1960 + Math.floor(random() * 65)
  const added = Date.UTC(2020, 0, 1) + Math.floor(random() * 1800) * DAY + index
  const row: Insertable<Tables['series']> = {
    uid: newUid(),
    library_id: libraryId,
    class: classId,
    path: `${title} ${index}`,
    folder_name: title,
    title,
    sort_key: sortKey(title),
    title_key: sortKey(title, { keepArticle: true }),
    summary: `${plain}. `.repeat(8),
    publisher,
    publisher_key: facetKey(publisher),
    status: pick(STATUSES),
    language: vocabulary.language,
    year,
    total_book_count: random() < 0.5 ? size : null,
    community_rating: random() < 0.4 ? Math.round(random() * 100) / 10 : null,
    authors: JSON.stringify([{ name: writer.name, role: 'writer' }]),
    book_count: size,
    file_size: size * 50_000_000,
    page_count: size * 180,
    last_book_at: added,
    files_changed_at: added,
    created_at: added,
    updated_at: added,
  }
  return {
    row,
    writer,
    size,
    books: (seriesId) => Array.from({ length: size }, (_, position) => bookRow(random, row, seriesId, position + 1)),
  }
}

function bookRow(
  random: () => number,
  series: Insertable<Tables['series']>,
  seriesId: number,
  number: number,
): Insertable<Tables['book']> {
  const title = `${series.title} ${number}`
  const format = FORMATS[Math.floor(random() * FORMATS.length)]!
  const added = (series.created_at as number) + number
  return {
    uid: newUid(),
    series_id: seriesId,
    library_id: series.library_id,
    class: series.class,
    title,
    sort_key: sortKey(title),
    number,
    number_text: String(number),
    path: `${series.path}/${title}.${format}`,
    file_name: `${title}.${format}`,
    format,
    container: format === 'cbr' ? 'rar' : 'zip',
    file_size: 1_000_000 + Math.floor(random() * 200_000_000),
    mtime: added,
    hash: Math.floor(random() * 2 ** 48)
      .toString(16)
      .padStart(64, '0'),
    sync_hash: Math.floor(random() * 2 ** 48)
      .toString(16)
      .padStart(32, '0'),
    page_count: 20 + Math.floor(random() * 200),
    year: series.year as number | null,
    release_date: series.year ? (series.year as number) * 10_000 + 101 : null,
    language: series.language as string | null,
    book_type: 'comic',
    analyzed: 1,
    file_changed_at: added,
    created_at: added,
    updated_at: added,
  }
}

function weighted(random: () => number) {
  let left = random() * 100
  for (const vocabulary of vocabularies) {
    left -= vocabulary.weight
    if (left < 0) return vocabulary
  }
  return vocabularies[0]!
}

async function insertLinks(
  tx: Tx,
  random: () => number,
  names: InsertedNames,
  batch: readonly PlannedSeries[],
  series: readonly number[],
  books: readonly number[],
): Promise<void> {
  const genres: Insertable<Tables['series_genre']>[] = []
  const tags: Insertable<Tables['series_tag']>[] = []
  const people: Insertable<Tables['series_person']>[] = []
  const metas: Insertable<Tables['book_meta']>[] = []
  let next = 0
  for (const [index, one] of batch.entries()) {
    const seriesId = series[index]!
    // The first genres cover a third of the library, the last ones one in a hundred.
    names.genres.forEach((genreId, rank) => {
      if (random() < 0.36 / (1 + rank)) genres.push({ genre_id: genreId, series_id: seriesId })
    })
    const tag = names.tags[Math.floor(random() ** 3 * names.tags.length)]!
    if (random() < 0.6) tags.push({ tag_id: tag, series_id: seriesId })
    people.push({ person_id: one.writer.id, series_id: seriesId, role: 'writer' })
    for (let book = 0; book < one.size; book++) {
      const summary = `Number ${book + 1} of ${one.row.title}. `.repeat(3)
      metas.push({ book_id: books[next++]!, summary, authors: one.row.authors ?? '[]' })
    }
  }
  await insertAll(tx, 'series_genre', genres)
  await insertAll(tx, 'series_tag', tags)
  await insertAll(tx, 'series_person', people)
  await insertAll(tx, 'book_meta', metas)
}

type Rows<T extends keyof Tables> = readonly Insertable<Tables[T]>[]

/** Returns the ids in the order of the rows. */
async function insertMany<T extends 'library' | 'sharing_tag' | 'person' | 'genre' | 'tag' | 'series' | 'book'>(
  tx: Tx,
  table: T,
  rows: Rows<T>,
): Promise<number[]> {
  const ids: number[] = []
  for (const chunk of chunks(rows)) {
    const made = await tx
      .insertInto(table as 'genre')
      .values(chunk as unknown as Rows<'genre'>)
      .returning('id')
      .execute()
    ids.push(...made.map((row) => row.id).sort((a, b) => a - b))
  }
  return ids
}

async function insertAll<T extends 'series_genre' | 'series_tag' | 'series_person' | 'book_meta'>(
  tx: Tx,
  table: T,
  rows: Rows<T>,
): Promise<void> {
  for (const chunk of chunks(rows))
    await tx
      .insertInto(table as 'series_genre')
      .values(chunk as unknown as Rows<'series_genre'>)
      .execute()
}

function* chunks<T>(rows: readonly T[], size = 200): Generator<T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, url: { type: 'string' }, books: { type: 'string', default: '10000' } },
  })
  if (!values.data && !values.url)
    throw new Error('usage: node bench/fill-database.ts --data DIR | --url postgres://… [--books N]')
  const db = await openDatabase({ dataDir: values.data ?? '.', url: values.url ?? null, writes: 'inline' })
  console.log(await fillDatabase(db, { books: Number(values.books) }))
  await db.close()
}
