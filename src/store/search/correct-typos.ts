import { sql } from 'kysely'
import type { EntityName } from '../entity.ts'
import type { Db } from '../open.ts'
import { compileMatchExpression, type QueryWords } from './query-words.ts'
import { mayBeMisspelt, typoVariantsOf } from './typo-variants.ts'

/**
 * The same words with the existing spellings that are one typo away. Undefined if there are none. Bounded: at most four
 * words are checked, each with some hundred index lookups.
 */
export async function correctTypos(db: Db, entity: EntityName, words: QueryWords): Promise<QueryWords | undefined> {
  let changed = false
  let checked = 0
  const forgiven: (readonly string[])[] = []
  for (const given of words) {
    const [word] = given
    if (!word || !mayBeMisspelt(word) || checked >= MAX_CHECKED) {
      forgiven.push(given)
      continue
    }
    checked++
    const near = typoVariantsOf(word)
    const found = await findQueriesWithHits(
      db,
      entity,
      near.map((spelling) => [[spelling]]),
    )
    const spellings = found.map((at) => near[at]!)
    changed ||= spellings.length > 0
    forgiven.push([...given, ...spellings.slice(0, MAX_SPELLINGS)])
  }
  return changed ? forgiven : undefined
}

const MAX_CHECKED = 4
const MAX_SPELLINGS = 30

/** Indexes of those queries that find anything at all. */
export async function findQueriesWithHits(
  db: Db,
  entity: EntityName,
  queries: readonly QueryWords[],
): Promise<number[]> {
  const table = sql.ref(`${entity}_search`)
  const expressions = queries.map((words) => compileMatchExpression(db.kind, words))
  const found =
    db.kind === 'sqlite'
      ? await sql<{ key: number }>`select c.key from json_each(${JSON.stringify(expressions)}) c
          where (select 1 from ${table} where ${table} match c.value limit 1) is not null`.execute(db.slowQuery)
      : await db.query.transaction().execute(async (tx) => {
          // For a word that doesn't occur, a sequential scan looks cheap to the planner, but reads the whole table.
          await sql`set local enable_seqscan = off`.execute(tx)
          return sql<{ key: number }>`select c.key - 1 as key
            from unnest(${expressions}::text[]) with ordinality as c(word, key)
            where exists (select 1 from ${table} where words @@ c.word::tsquery)`.execute(tx)
        })
  return found.rows.map((row) => row.key)
}
