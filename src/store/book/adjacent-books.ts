import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import { readBooks } from './read.ts'
import type { BookView } from './view.ts'

/** The previous and next book in the series, in reading order. */
export async function findAdjacentBooks(
  db: Db,
  viewer: Viewer,
  book: Pick<BookView, 'id' | 'seriesId'>,
): Promise<{ prev: BookView | null; next: BookView | null }> {
  const neighbour = async (sign: string, direction: string) => {
    const { rows } = await sql<{ id: number }>`select b.id from book b, book o
      where o.id = ${book.id} and b.series_id = ${book.seriesId} and ${visibilityCondition(db.kind, viewer.sees, 'b.class')}
        and (${sql.join(placeOf('b'))}) ${sql.raw(sign)} (${sql.join(placeOf('o'))})
      order by ${running(placeOf('b'), direction)} limit 1`.execute(db.query)
    return rows[0]?.id
  }
  const [prev, next] = [await neighbour('<', 'desc'), await neighbour('>', 'asc')]
  const views = await readBooks(
    db,
    viewer,
    [prev, next].filter((id) => id !== undefined),
  )
  const viewOf = (id: number | undefined) => views.find((view) => view.id === id) ?? null
  return { prev: viewOf(prev), next: viewOf(next) }
}

const placeOf = (alias: string) => [
  sql`coalesce(${sql.ref(`${alias}.number`)}, 1e308)`,
  sql.ref(`${alias}.sort_key`),
  sql.ref(`${alias}.id`),
]
const running = (terms: readonly RawBuilder<unknown>[], direction: string) =>
  sql.join(terms.map((term) => sql`${term} ${sql.raw(direction)}`))
