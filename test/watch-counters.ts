import { sql } from 'kysely'
import type { Db, Tx } from '../src/store/open.ts'

/**
 * Lets every transaction fail that changes what people are shown and moves no counter that says so: answers, lists and views
 * are kept under those counters, and would be shown as they were. Only on SQLite, which can watch itself, and only what the
 * server writes: tasks have a connection of their own, and what tests write by hand is their own affair.
 */
export function watchCounters(db: Db): void {
  if (db.kind !== 'sqlite') return
  const { transaction } = db
  db.transaction = (work) => {
    const isByHand = /\.(?:test|fixture)\.ts/.test((new Error().stack ?? '').split('\n')[2] ?? '')
    return transaction(async (tx) => {
      // The thread that writes ends when it has nothing to do, and its temporary tables with it.
      if (!(await isWatched(tx))) await watch(tx)
      await sql`delete from touched`.execute(tx)
      const outcome = await work(tx)
      if (!isByHand) await check(tx)
      return outcome
    })
  }
}

/** Everybody is shown these. */
const SHARED = [
  'library series book book_meta cover alternate_title series_external_rating series_sharing_tag book_error',
  ...['genre', 'tag', 'person'].map((facet) => `${facet} book_${facet} series_${facet}`),
  ...['book', 'series'].map((owner) => `${owner}_external_id ${owner}_external_link`),
].flatMap((names) => names.split(' '))
/** One person is shown these, or those who share a list. */
const OWN = [
  'collection collection_series read_list read_list_book list_cover progress progress_place',
  'completion reading_session bookmark annotation user_rating want_to_read series_follow saved_filter',
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
  // Of one that nobody uses yet nothing is shown.
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
