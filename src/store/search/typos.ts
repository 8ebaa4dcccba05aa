import { sql } from 'kysely'
import type { Db } from '../open.ts'
import type { Noun } from './match.ts'
import { mayBeMisspelt, spellingsOf } from './spellings.ts'
import { matchText, type Words } from './words.ts'

/**
 * The same words with the spellings that exist, one slip away. Undefined when there are none. Bounded: at most four
 * words are looked at, and each is some hundred looks into the index.
 */
export async function forgiveTypos(db: Db, noun: Noun, words: Words): Promise<Words | undefined> {
  let changed = false
  let looked = 0
  const forgiven: (readonly string[])[] = []
  for (const [word] of words) {
    if (!word || !mayBeMisspelt(word) || looked >= MOST_LOOKED_AT) {
      forgiven.push([word!])
      continue
    }
    looked++
    const spellings = await existing(db, noun, spellingsOf(word))
    changed ||= spellings.length > 0
    forgiven.push([word, ...spellings.slice(0, MOST_SPELLINGS)])
  }
  return changed ? forgiven : undefined
}

const MOST_LOOKED_AT = 4
const MOST_SPELLINGS = 30

async function existing(db: Db, noun: Noun, spellings: readonly string[]): Promise<string[]> {
  const table = sql.ref(`${noun}_search`)
  const questions = spellings.map((spelling) => matchText(db.kind, [[spelling]]))
  const found =
    db.kind === 'sqlite'
      ? await sql<{ key: number }>`select c.key from json_each(${JSON.stringify(questions)}) c
          where (select 1 from ${table} where ${table} match c.value limit 1) is not null`.execute(db.slowQuery)
      : await db.query.transaction().execute(async (tx) => {
          // For a word that nobody has, reading the whole table looks cheap to the planner until it has been read.
          await sql`set local enable_seqscan = off`.execute(tx)
          return sql<{ key: number }>`select c.key - 1 as key
            from unnest(${questions}::text[]) with ordinality as c(word, key)
            where exists (select 1 from ${table} where words @@ c.word::tsquery)`.execute(tx)
        })
  return found.rows.map((row) => spellings[row.key]!)
}
