import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '../src/store/open.ts'
import type { Tables } from '../src/store/tables.ts'
import { sortKey } from '../src/store/text/sort-key.ts'
import { newUid } from '../src/store/uid.ts'
import { addToVisibilityClassCounts, ensureVisibilityClass } from '../src/store/visibility/visibility-class.ts'

type Row<T extends keyof Tables> = Selectable<Tables[T]>
type Some<T extends keyof Tables> = Partial<Insertable<Tables[T]>>

let made = 0

/** Rows for store tests: complete and valid, with the relevant fields set by the test. */
export async function makeLibrary(tx: Tx, some: Some<'library'> = {}): Promise<Row<'library'>> {
  const name = some.name ?? `Library ${++made}`
  const now = Date.now()
  return tx
    .insertInto('library')
    .values({
      uid: newUid(),
      name,
      sort_key: sortKey(name),
      path: `/libraries/${++made}`,
      allowed_formats: '["cbz","cbr","epub","pdf"]',
      series_strategy: 'series_volume',
      book_strategy: 'filename',
      number_strategy: 'file_order',
      created_at: now,
      updated_at: now,
      ...some,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function makeSeries(tx: Tx, library: Row<'library'>, some: Some<'series'> = {}): Promise<Row<'series'>> {
  const title = some.title ?? `Series ${++made}`
  const now = Date.now()
  const ageRating = (some.age_rating as number | undefined) ?? null
  const classId =
    some.class ?? (await ensureVisibilityClass(tx, { libraryId: library.id, ageRating, sharingTagIds: [] }))
  await addToVisibilityClassCounts(tx, classId as number, 0, 1)
  return tx
    .insertInto('series')
    .values({
      uid: newUid(),
      library_id: library.id,
      class: classId,
      path: `${title} ${++made}`,
      folder_name: title,
      title,
      sort_key: sortKey(title),
      title_key: sortKey(title, { keepArticle: true }),
      files_changed_at: some.created_at ?? now,
      created_at: now,
      updated_at: now,
      ...some,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function makeBook(tx: Tx, series: Row<'series'>, some: Some<'book'> = {}): Promise<Row<'book'>> {
  const title = some.title ?? `Book ${++made}`
  const now = Date.now()
  return tx
    .insertInto('book')
    .values({
      uid: newUid(),
      series_id: series.id,
      library_id: series.library_id,
      class: series.class,
      title,
      sort_key: sortKey(title),
      path: `${series.path}/${title} ${++made}.cbz`,
      file_name: `${title}.cbz`,
      format: 'cbz',
      container: 'zip',
      file_size: 1000,
      mtime: now,
      hash: `hash-${made}`,
      page_count: 10,
      analyzed: 1,
      file_changed_at: some.created_at ?? now,
      created_at: now,
      updated_at: now,
      ...some,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function makeUser(tx: Tx, some: Some<'user'> = {}): Promise<Row<'user'>> {
  const username = some.username ?? `user${++made}`
  const now = Date.now()
  return tx
    .insertInto('user')
    .values({
      uid: newUid(),
      username,
      username_key: username.toLowerCase(),
      role: 'reader',
      created_at: now,
      updated_at: now,
      ...some,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A user in the middle of a book. */
export const progressRow = (
  userId: number,
  book: { id: number; series_id: number },
  some: Some<'progress'> = {},
): Insertable<Tables['progress']> => ({
  uid: newUid(),
  user_id: userId,
  book_id: book.id,
  series_id: book.series_id,
  done: 0,
  page: 1,
  percentage: 0.5,
  started_at: 1,
  read_at: 1,
  completed_at: null,
  ...some,
})

export async function makeProgress(
  tx: Tx,
  userId: number,
  book: { id: number; series_id: number },
  some: Some<'progress'> = {},
): Promise<void> {
  await tx
    .insertInto('progress')
    .values(progressRow(userId, book, some))
    .execute()
}
