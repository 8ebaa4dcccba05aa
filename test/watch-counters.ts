import { sql } from 'kysely'
import type { Db, Tx } from '../src/store/open.ts'

/**
 * Fails every transaction that changes visible data without incrementing a counter for it: responses, lists and views
 * are cached under those counters, and would be shown stale. Only on SQLite, which can watch itself, and only for the
 * server's writes: tasks have their own connection, and tests may write as they like.
 */
export function watchCounters(db: Db): void {
  if (db.kind !== 'sqlite') return
  const { transaction } = db
  db.transaction = (work) => {
    const isByHand = /\.(?:test|fixture)\.ts/.test((new Error().stack ?? '').split('\n')[2] ?? '')
    return transaction(async (tx) => {
      // An idle writer thread ends, and its temporary tables with it.
      if (!(await isWatched(tx))) await watch(tx)
      await sql`delete from touched`.execute(tx)
      const outcome = await work(tx)
      if (!isByHand) await check(tx)
      return outcome
    })
  }
}

/** Shown to everyone. */
const SHARED = [
  'library series book book_meta cover alternate_title series_external_rating series_sharing_tag book_error',
  ...['genre', 'tag', 'person'].map((facet) => `${facet} book_${facet} series_${facet}`),
  ...['book', 'series'].map((owner) => `${owner}_external_id ${owner}_external_link`),
].flatMap((names) => names.split(' '))
/** Shown to one user, or to those who share a list. */
const OWN = [
  'collection collection_series read_list read_list_book list_cover progress reading_position',
  'completion reading_session bookmark annotation user_rating want_to_read series_follow hidden_series saved_filter',
].flatMap((names) => names.split(' '))

async function isWatched(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from temp.sqlite_master where name = 'touched'`.execute(tx)
  return rows.length > 0
}

async function watch(tx: Tx): Promise<void> {
  await sql`create temp table touched (name text)`.execute(tx)
  const note = (table: string, event: string, name: string) =>
    sql`create temp trigger ${sql.ref(`watch_${table}_${event}`)} after ${sql.raw(event)} on main.${sql.ref(table)}
      begin insert into touched values (${sql.raw(name)}); end`.execute(tx)
  for (const table of [...SHARED, ...OWN]) {
    for (const event of ['insert', 'update', 'delete']) await note(table, event, `'${table}'`)
  }
  // A tag that isn't used yet isn't shown anywhere.
  await note('sharing_tag', 'update', `'sharing_tag'`)
  for (const event of ['insert', 'update']) await note('revision', event, `'counter ' || new.scope`)
}

async function check(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`select distinct name from touched`.execute(tx)
  const names = new Set(rows.map((row) => row.name))
  if (names.has('counter catalog')) return
  const isPersonal = [...names].some((name) => name.startsWith('counter user:'))
  const unnoticed = [...SHARED, 'sharing_tag', ...(isPersonal ? [] : OWN)].filter((table) => names.has(table))
  if (unnoticed.length > 0) throw new Error(`changed without moving a counter: ${unnoticed.join(', ')}`)
}
