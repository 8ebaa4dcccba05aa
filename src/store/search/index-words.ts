import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import { needsReindexing, searchDocument } from '../text/search-words.ts'

/**
 * Reindexes books from their current rows. Call it in the same transaction after any change of a title, a series'
 * title, an author or a publisher.
 */
export async function indexBooksForSearch(
  tx: Tx,
  kind: Db['kind'],
  bookIds: readonly number[],
  only: OnlyIf = always,
): Promise<void> {
  for (const ids of chunks(bookIds)) {
    const rows = await tx
      .selectFrom('book as b')
      .innerJoin('series as s', 's.id', 'b.series_id')
      .leftJoin('book_meta as m', 'm.book_id', 'b.id')
      .select([
        'b.id',
        'b.series_id',
        'b.title',
        'b.title_sort',
        's.title as series_title',
        's.title_sort as series_sort',
        's.publisher',
        'm.authors',
      ])
      .where('b.id', 'in', ids)
      .execute()
    const alternates = await alternateTitles(tx, [...new Set(rows.map((row) => row.series_id))])
    const documents = documentsOf(rows, only, (row) => [
      row.title,
      row.title_sort,
      row.series_title,
      row.series_sort,
      ...(alternates.get(row.series_id) ?? []),
      ...authorNames(row.authors),
      row.publisher,
    ])
    await writeDocuments(tx, kind, 'book_search', documents)
  }
}

export async function indexSeriesForSearch(
  tx: Tx,
  kind: Db['kind'],
  seriesIds: readonly number[],
  only: OnlyIf = always,
): Promise<void> {
  for (const ids of chunks(seriesIds)) {
    const rows = await tx
      .selectFrom('series')
      .select(['id', 'title', 'title_sort', 'publisher', 'authors', 'folder_name'])
      .where('id', 'in', ids)
      .execute()
    const alternates = await alternateTitles(tx, ids)
    const documents = documentsOf(rows, only, (row) => [
      row.title,
      row.title_sort,
      ...(alternates.get(row.id) ?? []),
      ...authorNames(row.authors),
      row.publisher,
    ])
    await writeDocuments(tx, kind, 'series_search', documents)
  }
}

/** Whether one of its texts requires reindexing the row. */
type OnlyIf = (text: string) => boolean
const always: OnlyIf = () => true

function documentsOf<Row extends { id: number }>(
  rows: readonly Row[],
  only: OnlyIf,
  textsOf: (row: Row) => (string | null)[],
): { id: number; words: string }[] {
  return rows.flatMap((row) => {
    const texts = textsOf(row)
    return texts.some((text) => text && only(text)) ? [{ id: row.id, words: searchDocument(...texts) }] : []
  })
}

/**
 * Reindexes the rows whose words an earlier version folded differently. It reads everything, but writes little: most
 * titles are plain letters and spaces.
 */
export async function reindexChangedWords(tx: Tx, kind: Db['kind']): Promise<void> {
  for (const table of ['series', 'book'] as const) {
    const index = table === 'series' ? indexSeriesForSearch : indexBooksForSearch
    for (let after = 0; ; ) {
      const rows = await tx
        .selectFrom(table)
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(AT_ONCE * 10)
        .execute()
      if (rows.length === 0) break
      await index(
        tx,
        kind,
        rows.map(({ id }) => id),
        needsReindexing,
      )
      after = rows.at(-1)!.id
    }
  }
}

/** Removes purged rows from the index. PostgreSQL does it automatically. */
export async function deleteIndexedWords(
  tx: Tx,
  kind: Db['kind'],
  entity: 'book' | 'series',
  ids: readonly number[],
): Promise<void> {
  if (kind === 'postgres' || ids.length === 0) return
  const table = sql.raw(`${entity}_search`)
  await sql`delete from ${table} where rowid in (select value from json_each(${JSON.stringify(ids)}))`.execute(tx)
}

type SearchTable = 'book_search' | 'series_search'

async function writeDocuments(
  tx: Tx,
  kind: Db['kind'],
  table: SearchTable,
  documents: readonly { id: number; words: string }[],
): Promise<void> {
  if (documents.length === 0) return
  const json = JSON.stringify(documents.map(({ id, words }) => [id, shortened(words)]))
  const name = sql.raw(table)
  if (kind === 'sqlite') {
    await sql`insert or replace into ${name} (rowid, words)
      select value ->> 0, value ->> 1 from json_each(${json})`.execute(tx)
    return
  }
  // The words are already folded and split: PostgreSQL's parser must not split them differently.
  await sql`insert into ${name} (id, words)
    select (d ->> 0)::int, array_to_tsvector(string_to_array(d ->> 1, ' ')) from jsonb_array_elements(${json}::jsonb) d
    on conflict (id) do update set words = excluded.words`.execute(tx)
}

/** PostgreSQL rejects words of more than 2,046 bytes, and more than a mebibyte of them; no one types that much. */
function shortened(words: string): string {
  return words
    .slice(0, MAX_DOCUMENT_LENGTH)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => (word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH) : word))
    .join(' ')
}

const MAX_WORD_LENGTH = 64
const MAX_DOCUMENT_LENGTH = 200_000

async function alternateTitles(tx: Tx, seriesIds: readonly number[]): Promise<Map<number, string[]>> {
  const titles = new Map<number, string[]>()
  if (seriesIds.length === 0) return titles
  const rows = await tx
    .selectFrom('alternate_title')
    .select(['series_id', 'title'])
    .where('series_id', 'in', seriesIds)
    .execute()
  for (const row of rows) titles.set(row.series_id, [...(titles.get(row.series_id) ?? []), row.title])
  return titles
}

function authorNames(json: string | null): string[] {
  if (!json || json === '[]') return []
  return (JSON.parse(json) as { name?: string }[]).map((author) => author.name ?? '')
}

function* chunks(ids: readonly number[]): Generator<number[]> {
  for (let start = 0; start < ids.length; start += AT_ONCE) yield ids.slice(start, start + AT_ONCE)
}

const AT_ONCE = 200
