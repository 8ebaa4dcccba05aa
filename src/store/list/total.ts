import { sql } from 'kysely'
import type { Db } from '../open.ts'
import { countVisible } from './classes.ts'
import { and } from './criteria.ts'
import { keptPerDatabase } from './kept.ts'
import type { Listing } from './listing.ts'
import type { Noun } from './noun.ts'
import { beginning } from './plan.ts'

const totals = keptPerDatabase<number>(2000)

/**
 * How many there are in all. From the sums per class where only visibility counts; else by what a noun knows better
 * (`sumInstead`); else counted once, off the thread that serves, and kept until the catalogue changes.
 */
export async function totalOf<Filter extends object, Sort extends string>(
  db: Db,
  noun: Noun<Filter, Sort>,
  listing: Listing<Filter>,
): Promise<number> {
  const { head, filter, includeDeleted, counts, sees, seen } = listing
  if (head?.complete) return head.ids.length
  if (!head && !filter && !includeDeleted) return countVisible(counts, sees, noun.counted)
  return totals(db).get(seen.signature, seen.revision, () => noun.sumInstead?.(db, listing) ?? count(db, noun, listing))
}

async function count<Filter extends object, Sort extends string>(
  db: Db,
  noun: Noun<Filter, Sort>,
  listing: Listing<Filter>,
): Promise<number> {
  const { head, filter, sees, visible } = listing
  const { drive, where } = listing.countFrom ?? listing
  const begins = beginning(db.kind, noun, { ...listing, drive })
  // Only deleted books are in the index of words and yet not visible to someone who sees everything.
  if (head && !filter && sees.everything && begins && !(await hasDeleted(db, noun.name))) {
    return counted(db, sql`select count(*) as n from ${sql.ref(`${noun.name}_search`)} where ${begins.where[0]!}`)
  }
  const from = begins?.from ?? sql`${sql.table(noun.name)} ${sql.ref(noun.alias)}`
  const conditions = and([...(begins?.where ?? []), visible, ...where])
  return counted(db, sql`select count(*) as n from ${from} where ${conditions}`)
}

async function counted(db: Db, question: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await question.execute(db.slowQuery)
  return (rows as { n: number }[])[0]!.n
}

async function hasDeleted(db: Db, name: 'book' | 'series'): Promise<boolean> {
  if (name === 'series') return false
  const row = await db.query
    .selectFrom('book')
    .select('id')
    .where('deleted_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
