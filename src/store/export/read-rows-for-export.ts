import { type Kysely, sql } from 'kysely'
import type { Queryable } from '../open.ts'
import type { Tables } from '../tables.ts'

/** Rows of one table ordered by id, a few thousand at a time: an export of a million books fits into memory. */
export async function* readTableInOrder<Row>(
  db: Pick<Queryable, 'query'>,
  read: (query: Kysely<Tables>, after: number, limit: number) => Promise<(Row & { id: number })[]>,
): AsyncGenerator<Row & { id: number }> {
  for (let after = 0; ; ) {
    const rows = await read(db.query, after, AT_ONCE)
    yield* rows
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)!.id
  }
}

const AT_ONCE = 2000

export const readBooksForExport = (db: Pick<Queryable, 'query'>) =>
  readTableInOrder(db, (query, after, limit) =>
    query
      .selectFrom('book as b')
      .innerJoin('library as l', 'l.id', 'b.library_id')
      .innerJoin('series as s', 's.id', 'b.series_id')
      .leftJoin('book_meta as m', 'm.book_id', 'b.id')
      .select(['b.id', 'b.uid', 'b.path', 'l.path as root', 'l.uid as libraryUid', 's.uid as seriesUid', 'b.file_size'])
      .select(['b.sync_hash', 'b.hash', 'b.deleted_at', 'b.title', 'b.title_sort', 'b.number_text', 'b.created_at'])
      .select(['m.summary', 'm.authors', 'm.facts', 'm.custom_metadata', 'm.locks', 'b.cover_id'])
      .where('b.id', '>', after)
      .orderBy('b.id')
      .limit(limit)
      .execute(),
  )

export const readSeriesForExport = (db: Pick<Queryable, 'query'>) =>
  readTableInOrder(db, (query, after, limit) =>
    query
      .selectFrom('series as s')
      .innerJoin('library as l', 'l.id', 's.library_id')
      .selectAll('s')
      .select(['l.uid as libraryUid', 'l.path as root'])
      .where('s.id', '>', after)
      .orderBy('s.id')
      .limit(limit)
      .execute(),
  )

/** Names linked to series or books, by the id of the series or book. */
export async function readFacetNamesForExport(
  db: Pick<Queryable, 'query'>,
  link: 'series_genre' | 'series_tag' | 'book_genre' | 'book_tag' | 'series_sharing_tag',
): Promise<Map<number, string[]>> {
  const [, owner, facet] = /^(book|series)_(.+)$/.exec(link)!
  const { rows } = await sql<{ owner: number; name: string }>`select ${sql.ref(`x.${owner}_id`)} as owner, f.name
    from ${sql.table(link)} x join ${sql.table(facet!)} f on f.id = ${sql.ref(`x.${facet}_id`)}
    order by f.name`.execute(db.query)
  const names = new Map<number, string[]>()
  for (const row of rows) names.set(row.owner, [...(names.get(row.owner) ?? []), row.name])
  return names
}

export const readFontsForExport = ({ query }: Pick<Queryable, 'query'>, userId: number | undefined) =>
  query
    .selectFrom('font as f')
    .leftJoin('user as u', 'u.id', 'f.user_id')
    .select(['u.uid as user', 'f.family', 'f.hash'])
    .$if(userId !== undefined, (fonts) => fonts.where('f.user_id', '=', userId!))
    .orderBy('f.id')
    .execute()

/** User data of books and series: rows with public ids. `userId`: only that user's. */
export function userDataReadersForExport(db: Pick<Queryable, 'query'>, userId: number | undefined) {
  const own = userId === undefined ? sql`` : sql`where t.user_id = ${userId}`
  const people = sql`join "user" u on u.id = t.user_id`
  const one = <Row>(query: ReturnType<typeof sql<Row>>) => query.execute(db.query).then((found) => found.rows)
  return {
    progress: () =>
      one(sql<{
        user: Uint8Array
        book: Uint8Array
        page: number
        percentage: number | null
        done: number
        started_at: number
        read_at: number
        completed_at: number | null
        page_count: number
        locator: string | null
        pointer: string | null
        device: string | null
      }>`select u.uid as "user", b.uid as book, t.page, t.percentage, t.done, t.started_at, t.read_at, t.completed_at,
          b.page_count, p.locator, p.pointer, p.device
        from progress t ${people} join book b on b.id = t.book_id
          left join reading_position p on p.user_id = t.user_id and p.book_id = t.book_id ${own}`),
    completions: () =>
      one(sql<{ user: Uint8Array; book: Uint8Array; completed_at: number }>`select u.uid as "user", b.uid as book,
          t.completed_at from completion t ${people} join book b on b.id = t.book_id ${own} order by t.id`),
    sessions: () =>
      one(sql<{
        user: Uint8Array
        book: Uint8Array
        started_at: number
        ended_at: number
        from_page: number
        to_page: number
        device: string | null
      }>`select u.uid as "user", b.uid as book, t.started_at, t.ended_at, t.from_page, t.to_page, t.device
        from reading_session t ${people} join book b on b.id = t.book_id ${own} order by t.id`),
    ratings: () =>
      one(sql<{
        user: Uint8Array
        book: Uint8Array | null
        series: Uint8Array | null
        rating: number | null
        notes: string | null
        updated_at: number
      }>`select u.uid as "user", b.uid as book, s.uid as series, t.rating, t.notes, t.updated_at
        from user_rating t ${people} left join book b on b.id = t.book_id left join series s on s.id = t.series_id
        ${own} order by t.id`),
    wantToRead: () =>
      one(sql<{ user: Uint8Array; book: Uint8Array | null; series: Uint8Array | null; created_at: number }>`select
          u.uid as "user", b.uid as book, s.uid as series, t.created_at
        from want_to_read t ${people} left join book b on b.id = t.book_id left join series s on s.id = t.series_id
        ${own} order by t.id`),
    bookmarks: () =>
      one(sql<{
        user: Uint8Array
        book: Uint8Array
        page: number | null
        locator: string | null
        note: string | null
        created_at: number
      }>`select u.uid as "user", b.uid as book, t.page, t.locator, t.note, t.created_at
        from bookmark t ${people} join book b on b.id = t.book_id ${own} order by t.id`),
    follows: () =>
      one(sql<{ user: Uint8Array; series: Uint8Array; created_at: number }>`select u.uid as "user", s.uid as series,
          t.created_at from series_follow t ${people} join series s on s.id = t.series_id ${own}
        order by t.user_id, t.created_at, t.series_id`),
    hides: () =>
      one(sql<{ user: Uint8Array; series: Uint8Array; created_at: number }>`select u.uid as "user", s.uid as series,
          t.created_at from hidden_series t ${people} join series s on s.id = t.series_id ${own}
        order by t.user_id, t.created_at, t.series_id`),
    filters: () =>
      one(sql<{
        user: Uint8Array
        uid: Uint8Array
        name: string
        target: string
        query: string
        is_shared: number
        updated_at: number
      }>`select u.uid as "user", t.uid, t.name, t.target, t.query, t.is_shared, t.updated_at
        from saved_filter t ${people} ${own} order by t.id`),
    preferences: () =>
      one(sql<{ user: Uint8Array; name: string; value: string; updated_at: number }>`select u.uid as "user", t.name,
          t.value, t.updated_at from user_preference t ${people} ${own} order by t.user_id, t.name`),
    annotations: () =>
      one(sql<{
        user: Uint8Array
        book: Uint8Array
        uid: Uint8Array
        locator: string
        color: string
        style: string
        note: string | null
        created_at: number
      }>`select u.uid as "user", b.uid as book, t.uid, t.locator, t.color, t.style, t.note, t.created_at
        from annotation t ${people} join book b on b.id = t.book_id
        ${userId === undefined ? sql`where t.deleted_at is null` : sql`where t.user_id = ${userId} and t.deleted_at is null`}
        order by t.id`),
  }
}

export async function readListsForExport(
  db: Pick<Queryable, 'query'>,
  entity: 'collection' | 'read_list',
  userId?: number,
) {
  const member = entity === 'collection' ? 'series' : 'book'
  const own = userId === undefined ? sql`` : sql`where c.owner_id = ${userId}`
  const { rows } = await sql<{
    id: number
    uid: Uint8Array
    name: string
    summary: string | null
    is_ordered: number
    condition: string | null
    owner: Uint8Array | null
    created_at: number
  }>`select c.id, c.uid, c.name, c.summary, c.is_ordered, c.condition, c.created_at, u.uid as owner
    from ${sql.table(entity)} c
    left join "user" u on u.id = c.owner_id ${own} order by c.id`.execute(db.query)
  const members = await sql<{ list: number; uid: Uint8Array }>`select ${sql.ref(`m.${entity}_id`)} as list, t.uid
    from ${sql.table(`${entity}_${member}`)} m join ${sql.table(member)} t on t.id = ${sql.ref(`m.${member}_id`)}
    order by m.position`.execute(db.query)
  const byList = Map.groupBy(members.rows, (row) => row.list)
  return rows.map((row) => ({ ...row, members: (byList.get(row.id) ?? []).map((one) => one.uid) }))
}

export async function readCoversForExport(db: Pick<Queryable, 'query'>) {
  const { rows } = await sql<{ of: 'book' | 'series' | 'collection' | 'readList'; uid: Uint8Array; hash: string }>`
    select 'book' as of, b.uid, c.hash from book b join cover c on c.id = b.cover_id
    union all select 'series', s.uid, c.hash from series s join cover c on c.id = s.cover_id
    union all select 'collection', l.uid, c.hash from list_cover c join collection l on l.id = c.collection_id
      where c.is_selected = 1
    union all select 'readList', l.uid, c.hash from list_cover c join read_list l on l.id = c.read_list_id
      where c.is_selected = 1`.execute(db.query)
  return rows
}

export const readApiKeysForExport = (db: Pick<Queryable, 'query'>) =>
  db.query
    .selectFrom('api_key as k')
    .innerJoin('user as u', 'u.id', 'k.user_id')
    .select([
      'k.uid',
      'u.uid as userUid',
      'k.name',
      'k.prefix',
      'k.secret_hash',
      'k.sync_hash',
      'k.permissions',
      'k.kobo_scope',
    ])
    .select(['k.expires_at', 'k.last_used_at', 'k.created_at'])
    .orderBy('k.id')
    .execute()

export const readLibrariesForExport = (db: Pick<Queryable, 'query'>) =>
  db.query.selectFrom('library').selectAll().orderBy('id').execute()
