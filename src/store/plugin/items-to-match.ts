import type { ExpressionBuilder } from 'kysely'
import type { BookEditTarget, SeriesEditTarget } from '../metadata/edit-targets.ts'
import type { Queryable } from '../open.ts'
import { parseStoredJson } from '../parse-stored-json.ts'
import type { Tables } from '../tables.ts'

interface Matchable {
  title: string
  year: number | null
  publisher: string | null
  authors: string[]
  externalIds: { source: string; externalId: string }[]
  isNever: boolean
  /** When a file was last added or replaced. */
  fileChangedAt: number
}

/** The fields of a series that are needed to find it at a provider. */
export interface SeriesToMatch extends Matchable {
  target: SeriesEditTarget
  folderName: string
  totalBookCount: number | null
  bookCount: number
  /** How many of its books are single chapters, and how many say that they are volumes. */
  chapterCount: number
  volumeCount: number
  /** The name of its first file. */
  fileName: string | null
  /** Links in its files and its own, each once. */
  links: string[]
  alternateTitles: string[]
  /** Its files contain only images. */
  isComic: boolean
  /** Its first file is reflowable text. */
  isText: boolean
  language: string | null
}

/** The fields of a book that are needed to find it at a provider. */
export interface BookToMatch extends Matchable {
  target: BookEditTarget
  isbns: string[]
  /** The year and the folder of its series. */
  seriesYear: number | null
  folderName: string
}

export async function readSeriesToMatch(db: Queryable, ids: readonly number[]): Promise<SeriesToMatch[]> {
  if (ids.length === 0) return []
  const rows = await db.query
    .selectFrom('series as s')
    .innerJoin('library as l', 'l.id', 's.library_id')
    .leftJoin('match_never as n', 'n.series_id', 's.id')
    .leftJoin('book as b', (join) =>
      join.on('b.id', '=', (is) =>
        is
          .selectFrom('book as first')
          .select((it) => it.fn.min('first.id').as('id'))
          .whereRef('first.series_id', '=', 's.id')
          .where('first.deleted_at', 'is', null),
      ),
    )
    .select(['s.id', 's.uid', 's.library_id as libraryId', 'l.uid as libraryUid', 's.class', 's.title'])
    .select(['s.folder_name', 's.year', 's.publisher', 's.authors', 's.total_book_count', 's.book_count'])
    .select(['s.language', 'n.created_at as never', 'b.format', 'b.layout', 'b.is_fixed_layout', 'b.analyzed'])
    .select('s.files_changed_at')
    .select((it) => [countOfBooks(it, 'chapter').as('chapterCount'), countOfBooks(it, 'volume').as('volumeCount')])
    .select('b.path as filePath')
    .where('s.id', 'in', ids)
    .orderBy('s.id')
    .execute()
  const [titles, externals, links] = await Promise.all([
    db.query.selectFrom('alternate_title').select(['series_id', 'title']).where('series_id', 'in', ids).execute(),
    db.query
      .selectFrom('series_external_id')
      .select(['series_id', 'source', 'external_id'])
      .where('series_id', 'in', ids)
      .execute(),
    readLinksOfSeries(db, ids),
  ])
  return rows.map((row) => ({
    target: { id: row.id, uid: row.uid, libraryId: row.libraryId, libraryUid: row.libraryUid, class: row.class },
    title: row.title,
    folderName: row.folder_name,
    year: row.year,
    publisher: row.publisher,
    authors: namesOf(row.authors),
    totalBookCount: row.total_book_count,
    bookCount: row.book_count,
    chapterCount: Number(row.chapterCount ?? 0),
    volumeCount: Number(row.volumeCount ?? 0),
    fileName: row.filePath?.split('/').at(-1) ?? null,
    links: links.get(row.id) ?? [],
    alternateTitles: titles.filter((one) => one.series_id === row.id).map((one) => one.title),
    externalIds: externals
      .filter((one) => one.series_id === row.id)
      .map((one) => ({ source: one.source, externalId: one.external_id })),
    isNever: row.never !== null,
    fileChangedAt: row.files_changed_at,
    isComic: /^cb/i.test(row.format ?? ''),
    isText: row.analyzed === 1 && row.layout === 'flow' && row.is_fixed_layout === 0 && row.format !== 'pdf',
    language: row.language,
  }))
}

type SeriesQuery = ExpressionBuilder<Tables & { s: Tables['series'] }, 's'>

/** Its books that are numbered by volumes, or only by chapters. */
function countOfBooks(it: SeriesQuery, numberedBy: 'volume' | 'chapter') {
  const books = it
    .selectFrom('book as one')
    .select((of) => of.fn.countAll<number>().as('count'))
    .whereRef('one.series_id', '=', 's.id')
    .where('one.deleted_at', 'is', null)
  return numberedBy === 'volume'
    ? books.where('one.volume', 'is not', null)
    : books.where('one.volume', 'is', null).where('one.chapter', 'is not', null)
}

/** Files of a series mostly have the same link, to the series at another site. */
async function readLinksOfSeries(db: Queryable, ids: readonly number[]): Promise<Map<number, string[]>> {
  const ofBooks = db.query
    .selectFrom('book_external_link as k')
    .innerJoin('book as b', 'b.id', 'k.book_id')
    .where('b.series_id', 'in', ids)
    .where('b.deleted_at', 'is', null)
    .select(['b.series_id as seriesId', 'k.url'])
    .distinct()
  const rows = await db.query
    .selectFrom('series_external_link')
    .where('series_id', 'in', ids)
    .select(['series_id as seriesId', 'url'])
    .union(ofBooks)
    .execute()
  const links = new Map<number, string[]>()
  for (const { seriesId, url } of rows) {
    const known = links.getOrInsertComputed(seriesId, () => [])
    if (known.length < MAX_LINKS) known.push(url)
  }
  return links
}

/** A long run has a link of its own for each issue. */
const MAX_LINKS = 50

/** One book, or the existing books of a series, ordered by number. */
export async function readBooksToMatch(
  db: Queryable,
  which: { seriesId: number } | { bookId: number },
): Promise<BookToMatch[]> {
  let query = db.query
    .selectFrom('book as b')
    .innerJoin('series as s', 's.id', 'b.series_id')
    .innerJoin('library as l', 'l.id', 'b.library_id')
    .leftJoin('book_meta as m', 'm.book_id', 'b.id')
    .leftJoin('match_never as n', 'n.series_id', 's.id')
    .select(['b.id', 'b.uid', 'b.series_id as seriesId', 's.uid as seriesUid', 'b.library_id as libraryId'])
    .select(['l.uid as libraryUid', 's.class', 'b.title', 'b.year', 'm.authors', 'm.facts', 'n.created_at as never'])
    .select(['b.file_changed_at', 's.year as seriesYear', 's.folder_name'])
    .where('b.deleted_at', 'is', null)
  query = 'seriesId' in which ? query.where('b.series_id', '=', which.seriesId) : query.where('b.id', '=', which.bookId)
  const rows = await query.orderBy('b.number').orderBy('b.id').execute()
  if (rows.length === 0) return []
  const externals = await db.query
    .selectFrom('book_external_id')
    .innerJoin('book as b', 'b.id', 'book_external_id.book_id')
    .select(['book_id', 'source', 'external_id'])
    .where('b.series_id', '=', rows[0]!.seriesId)
    .execute()
  const externalsOf = Map.groupBy(externals, (one) => one.book_id)
  return rows.map((row) => {
    const facts = parseStoredJson<{ isbns?: string[]; publisher?: string; year?: number }>(row.facts ?? undefined, {})
    const { id, uid, seriesId, seriesUid, libraryId, libraryUid } = row
    return {
      target: { id, uid, seriesId, seriesUid, libraryId, libraryUid, class: row.class },
      title: row.title,
      year: facts.year ?? row.year,
      publisher: facts.publisher ?? null,
      authors: namesOf(row.authors),
      isbns: facts.isbns ?? [],
      seriesYear: row.seriesYear,
      folderName: row.folder_name,
      externalIds: (externalsOf.get(id) ?? []).map((one) => ({ source: one.source, externalId: one.external_id })),
      isNever: row.never !== null,
      fileChangedAt: row.file_changed_at,
    }
  })
}

const namesOf = (authors: string | null) =>
  parseStoredJson<{ name: string }[]>(authors ?? undefined, []).map((author) => author.name)
