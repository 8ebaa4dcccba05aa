import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import { selectRows } from '../rows-as-parameter.ts'
import { facetKey } from '../text/fold-letters.ts'
import type { StoryFacet } from './story-facets.ts'

/**
 * Links books that have no such links yet with these names; new names are added. In two statements, however many names
 * there are: a scan of comics writes twenty for every book.
 */
export async function addNameLinks(
  tx: Tx,
  kind: Db['kind'],
  facet: Exclude<StoryFacet, 'story_arc'>,
  namesOfBooks: ReadonlyMap<number, readonly string[]>,
): Promise<void> {
  const keys = new Map<string, string>()
  const names = new Map<string, string>()
  const links: [bookId: number, key: string][] = []
  for (const [bookId, written] of namesOfBooks) {
    const ofBook = new Set<string>()
    for (const name of written) {
      const key = keys.get(name) ?? facetKey(name)
      keys.set(name, key)
      if (!key) continue
      ofBook.add(key)
      if (!names.has(key)) names.set(key, name.trim())
    }
    for (const key of ofBook) links.push([bookId, key])
  }
  if (links.length === 0) return
  const table = sql.table(facet)
  // In one order: two transactions that add the same names wait for each other's rows, and must not do so in a circle.
  await sql`insert into ${table} (name_key, name)
    with given(name_key, name) as (${selectRows(kind, ['text', 'text'], [...names])})
    select g.name_key, g.name from given g
    where not exists (select 1 from ${table} f where f.name_key = g.name_key)
    order by g.name_key on conflict do nothing`.execute(tx)
  await sql`insert into ${sql.table(`book_${facet}`)} (book_id, ${sql.ref(`${facet}_id`)})
    with given(book_id, name_key) as (${selectRows(kind, ['int', 'text'], links)})
    select g.book_id, f.id from given g cross join ${table} f where f.name_key = g.name_key`.execute(tx)
}
