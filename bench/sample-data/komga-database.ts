import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Db } from '../../src/store/open.ts'

export interface KomgaDatabaseCounts {
  books: number
  progress: number
}

/**
 * Komga's database with the books of a store, as if both servers had scanned the same folders, with another path there.
 * Three users have opened every book; one series and one book in ten were edited manually.
 */
export async function makeKomgaDatabase(db: Db, path: string): Promise<KomgaDatabaseCounts> {
  rmSync(path, { force: true })
  const komga = new DatabaseSync(path)
  komga.exec(TABLES)
  komga.exec('begin')
  const insert = (table: string, count: number) => {
    const statement = komga.prepare(`insert into ${table} values (${Array(count).fill('?').join(', ')})`)
    return (...values: (string | number | null)[]) => statement.run(...values)
  }
  const id = (prefix: string, number: number) => `${prefix}${String(number).padStart(12, '0')}`
  const addLibrary = insert('LIBRARY', 3)
  const libraries = await db.query.selectFrom('library').select(['id', 'name', 'path']).execute()
  for (const one of libraries) addLibrary(id('L', one.id), one.name, urlOf(`/data${one.path}/`))
  const addUser = insert('"USER"', 5)
  const addRole = insert('USER_ROLE', 2)
  for (const user of READERS) {
    addUser(id('U', user), `reader${user}@example.org`, BCRYPT, 1, '2021-05-01 10:00:00')
    addRole(id('U', user), 'FILE_DOWNLOAD')
    addRole(id('U', user), 'PAGE_STREAMING')
  }
  const roots = new Map(libraries.map((one) => [one.id, `/data${one.path}`]))
  await fillSeries()
  const made = await fillBooks()
  fillLists(made.books)
  komga.exec('commit')
  komga.close()
  return made

  async function fillSeries(): Promise<void> {
    const addSeries = insert('SERIES', 7)
    const addMetadata = insert('SERIES_METADATA', 7)
    const addGenre = insert('SERIES_METADATA_GENRE', 2)
    const all = await db.query.selectFrom('series').select(['id', 'library_id', 'path', 'folder_name']).execute()
    for (const one of all) {
      const own = id('S', one.id)
      const url = urlOf(`${roots.get(one.library_id)}/${one.path}/`)
      addSeries(own, id('L', one.library_id), one.folder_name, url, '2021-05-01 10:00:00', null, 0)
      const isEdited = one.id % 10 === 0 ? 1 : 0
      if (isEdited) addMetadata(own, `${one.folder_name} (by hand)`, 1, 'Written by hand.', 1, 'ENDED', 1)
      else addMetadata(own, one.folder_name, 0, '', 0, 'ONGOING', 0)
      if (isEdited) addGenre(own, 'noir')
    }
  }

  async function fillBooks(): Promise<KomgaDatabaseCounts> {
    const addBook = insert('BOOK', 11)
    const addMetadata = insert('BOOK_METADATA', 4)
    const addMedia = insert('MEDIA', 4)
    const addProgress = insert('READ_PROGRESS', 9)
    const found = { books: 0, progress: 0 }
    for (let after = 0; ; ) {
      const some = await db.query
        .selectFrom('book')
        .select(['id', 'series_id', 'library_id', 'path', 'file_name', 'file_size', 'page_count', 'number'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(10_000)
        .execute()
      if (some.length === 0) return found
      after = some.at(-1)!.id
      for (const book of some) {
        const own = id('B', book.id)
        const url = urlOf(`${roots.get(book.library_id)}/${book.path}`)
        const [series, library] = [id('S', book.series_id), id('L', book.library_id)]
        // In another order than here.
        const addedAt = `202${book.id % 4}-0${1 + (book.id % 7)}-11 08:00:00`
        addBook(own, series, library, book.file_name, url, book.file_size, '', '', book.number ?? 0, null, addedAt)
        const isEdited = book.id % 10 === 0
        const title = isEdited ? `${book.file_name} (by hand)` : book.file_name
        addMetadata(own, title, isEdited ? 1 : 0, String(book.number))
        addMedia(own, 'READY', 'application/zip', book.page_count)
        found.books += 1
        for (const user of READERS) {
          const page = 1 + ((book.id * 7 + user * 13) % book.page_count)
          const read = `2025-0${1 + (book.id % 9)}-1${user} 20:15:30.5`
          const isDone = page === book.page_count || book.id % 3 === 0 ? 1 : 0
          addProgress(own, id('U', user), page, isDone, read, '2024-01-01 00:00:00', read, '', null)
          found.progress += 1
        }
      }
    }
  }

  function fillLists(books: number): void {
    const addList = insert('READLIST', 4)
    const addMember = insert('READLIST_BOOK', 3)
    for (let list = 1; list <= 50; list++) {
      addList(id('R', list), `Read list ${list}`, '', 1)
      for (let place = 0; place < 100; place++) {
        addMember(id('R', list), id('B', 1 + ((list * 977 + place * 31) % books)), place)
      }
    }
  }
}

const READERS = [1, 2, 3]
/** The hash of an unknown password. */
const BCRYPT = `$2a$10$${'N9qo8uLOickgx2ZMRZoMye'}${'IjZAgcfl7p92ldGxad68LJZdL17lhWy'}`

const urlOf = (path: string): string => `file:${path.split('/').map(encodeURIComponent).join('/')}`

const TABLES = `pragma journal_mode = wal;
create table flyway_schema_history(installed_rank integer, version text);
insert into flyway_schema_history values (1, '20260801000000');
create table LIBRARY(ID, NAME, ROOT);
create table "USER"(ID, EMAIL, PASSWORD, SHARED_ALL_LIBRARIES, CREATED_DATE);
create table USER_ROLE(USER_ID, ROLE);
create table SERIES(ID, LIBRARY_ID, NAME, URL, CREATED_DATE, DELETED_DATE, oneshot);
create table SERIES_METADATA(SERIES_ID, TITLE, TITLE_LOCK, SUMMARY, SUMMARY_LOCK, STATUS, GENRES_LOCK);
create table SERIES_METADATA_GENRE(SERIES_ID, GENRE);
create table BOOK(ID, SERIES_ID, LIBRARY_ID, NAME, URL, FILE_SIZE, FILE_HASH, FILE_HASH_KOREADER, NUMBER, DELETED_DATE, CREATED_DATE);
create table BOOK_METADATA(BOOK_ID, TITLE, TITLE_LOCK, NUMBER);
create table MEDIA(BOOK_ID, STATUS, MEDIA_TYPE, PAGE_COUNT);
create table READ_PROGRESS(BOOK_ID, USER_ID, PAGE, COMPLETED, READ_DATE, CREATED_DATE, LAST_MODIFIED_DATE, device_name, locator);
create table READLIST(ID, NAME, SUMMARY, ORDERED);
create table READLIST_BOOK(READLIST_ID, BOOK_ID, NUMBER);`
