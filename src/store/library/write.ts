import { sep } from 'node:path'
import type { Insertable } from 'kysely'
import { problem } from '../../contract/problems.ts'
import type { Db, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { deleteIndexedWords } from '../search/index-words.ts'
import type { Tables } from '../tables.ts'
import { sortKey } from '../text/sort-key.ts'
import { newUid, type Uid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'

/** The settable fields of a library; serialised to JSON here. */
export interface LibraryFields {
  name: string
  path: string
  description: string | null
  allowedFormats: readonly string[]
  excludedPatterns: readonly string[]
  defaultReadingDirection: string
  seriesStrategy: string
  seriesConfig: object
  bookStrategy: string
  bookConfig: object
  numberStrategy: string
  numberConfig: object
  scanning: object
  titleRules: readonly object[]
  metadataOptions: object
  textSearch: boolean
}

/** A creator who sees only some libraries gets access to the new one. */
export async function insertLibrary(
  tx: Tx,
  fields: LibraryFields,
  maker?: Pick<Viewer, 'userId' | 'sees'>,
  now = Date.now(),
): Promise<{ id: number; uid: Uid }> {
  // Access to libraries is per user, so everyone's visibility changes. Bumped first, because that blocks all others who
  // add or move a library, here and on other servers.
  await bumpRevisions(tx, 'access', 'catalog')
  await refuseOverlap(tx, fields.path)
  const uid = newUid()
  const row = await tx
    .insertInto('library')
    .values({ uid, ...toColumns(fields), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (maker?.sees.libraryIds) {
    await tx.insertInto('user_library').values({ user_id: maker.userId, library_id: row.id }).execute()
  }
  return { id: row.id, uid }
}

/** Two users may add the same or nested folders at the same time. */
async function refuseOverlap(tx: Tx, path: string, exceptId = 0): Promise<void> {
  const others = await tx.selectFrom('library').select('path').where('id', '!=', exceptId).execute()
  const isWithin = (inner: string, outer: string) =>
    `${inner}${sep}`.startsWith(outer.endsWith(sep) ? outer : outer + sep)
  if (others.some((other) => isWithin(path, other.path) || isWithin(other.path, path))) {
    throw problem('conflict', 'This folder contains, or is inside, another library.')
  }
}

export async function updateLibrary(
  tx: Tx,
  id: number,
  fields: Partial<LibraryFields>,
  now = Date.now(),
): Promise<void> {
  await bumpRevisions(tx, 'catalog', `library:${id}`)
  if (fields.path !== undefined) await refuseOverlap(tx, fields.path, id)
  await tx
    .updateTable('library')
    .set({ ...toColumns(fields), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Deletes books in batches, so that no other writer waits long; the series and the library are deleted last. */
export async function deleteLibrary(db: Db, id: number): Promise<void> {
  for (;;) {
    const isMore = await db.transaction(async (tx) => {
      const books = await tx.selectFrom('book').select('id').where('library_id', '=', id).limit(BITE).execute()
      const ids = books.map((book) => book.id)
      if (ids.length === 0) return false
      if (db.kind === 'sqlite') await forgetBooks(tx, ids)
      await tx.deleteFrom('book').where('id', 'in', ids).execute()
      await bumpRevisions(tx, 'catalog', `library:${id}`)
      return true
    })
    if (!isMore) break
  }
  await db.transaction(async (tx) => {
    const series = await tx.selectFrom('series').select('id').where('library_id', '=', id).execute()
    if (db.kind === 'sqlite') {
      for (let start = 0; start < series.length; start += BITE) {
        await deleteIndexedWords(
          tx,
          'sqlite',
          'series',
          series.slice(start, start + BITE).map((row) => row.id),
        )
      }
    }
    await tx.deleteFrom('series').where('library_id', '=', id).execute()
    await tx.deleteFrom('task').where('library_id', '=', id).where('status', '=', 'pending').execute()
    await tx.deleteFrom('library').where('id', '=', id).execute()
    await bumpRevisions(tx, 'access', 'catalog', `library:${id}`)
  })
}

const BITE = 500
const forgetBooks = (tx: Tx, ids: readonly number[]) => deleteIndexedWords(tx, 'sqlite', 'book', ids)

type Columns = Omit<Insertable<Tables['library']>, 'id' | 'uid' | 'created_at' | 'updated_at'>

function toColumns(fields: LibraryFields): Columns
function toColumns(fields: Partial<LibraryFields>): Partial<Columns>
function toColumns(fields: Partial<LibraryFields>): Partial<Columns> {
  const json = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value))
  return {
    name: fields.name,
    sort_key: fields.name === undefined ? undefined : sortKey(fields.name),
    path: fields.path,
    description: fields.description,
    allowed_formats: json(fields.allowedFormats),
    excluded_patterns: json(fields.excludedPatterns),
    default_reading_direction: fields.defaultReadingDirection,
    series_strategy: fields.seriesStrategy,
    series_config: json(fields.seriesConfig),
    book_strategy: fields.bookStrategy,
    book_config: json(fields.bookConfig),
    number_strategy: fields.numberStrategy,
    number_config: json(fields.numberConfig),
    scanning: json(fields.scanning),
    title_rules: json(fields.titleRules),
    metadata_options: json(fields.metadataOptions),
    text_search: fields.textSearch === undefined ? undefined : Number(fields.textSearch),
  }
}
