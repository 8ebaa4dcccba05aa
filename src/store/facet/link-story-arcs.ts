import type { Tx } from '../db.ts'
import { facetKey } from '../text/fold-letters.ts'

/** The larger stories that a book belongs to, according to its file. */
export interface StoriesOfBook {
  storyArcs?: readonly { name: string; number?: string | null }[] | null
  /** Series of one group share a fictional universe. */
  seriesGroup?: string | null
}

/** Sets the story arcs and the universe of each book to exactly these. */
export async function linkStoryArcs(tx: Tx, wanted: ReadonlyMap<number, StoriesOfBook>): Promise<void> {
  const ids = [...wanted.keys()]
  if (ids.length === 0) return
  await tx.deleteFrom('book_story_arc').where('book_id', 'in', ids).execute()
  await tx.deleteFrom('book_universe').where('book_id', 'in', ids).execute()
  const arcs = await ensureArcs(
    tx,
    [...wanted.values()].flatMap(({ storyArcs }) => (storyArcs ?? []).map(({ name }) => name)),
  )
  const links = new Map<string, { story_arc_id: number; book_id: number; position: number | null }>()
  const universes: { book_id: number; name: string; name_key: string }[] = []
  for (const [bookId, { storyArcs, seriesGroup }] of wanted) {
    for (const { name, number } of storyArcs ?? []) {
      const arc = arcs.get(facetKey(name))
      const key = `${arc} ${bookId}`
      if (arc !== undefined && !links.has(key))
        links.set(key, { story_arc_id: arc, book_id: bookId, position: positionOf(number) })
    }
    const key = facetKey(seriesGroup ?? '')
    if (key) universes.push({ book_id: bookId, name: seriesGroup!.trim(), name_key: key })
  }
  const rows = [...links.values()]
  for (let start = 0; start < rows.length; start += AT_ONCE)
    await tx
      .insertInto('book_story_arc')
      .values(rows.slice(start, start + AT_ONCE))
      .execute()
  for (let start = 0; start < universes.length; start += AT_ONCE)
    await tx
      .insertInto('book_universe')
      .values(universes.slice(start, start + AT_ONCE))
      .execute()
}

const AT_ONCE = 500

function positionOf(number: string | null | undefined): number | null {
  const value = Number.parseFloat(number ?? '')
  return Number.isFinite(value) ? value : null
}

async function ensureArcs(tx: Tx, names: readonly string[]): Promise<Map<string, number>> {
  const byKey = new Map<string, string>()
  for (const name of names) {
    const key = facetKey(name)
    if (key && !byKey.has(key)) byKey.set(key, name.trim())
  }
  const known = new Map<string, number>()
  const entries = [...byKey]
  for (let start = 0; start < entries.length; start += AT_ONCE) {
    const some = entries.slice(start, start + AT_ONCE)
    await tx
      .insertInto('story_arc')
      .values(some.map(([name_key, name]) => ({ name, name_key })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const rows = await tx
      .selectFrom('story_arc')
      .select(['id', 'name_key'])
      .where(
        'name_key',
        'in',
        some.map(([key]) => key),
      )
      .execute()
    for (const row of rows) known.set(row.name_key, row.id)
  }
  return known
}

/** For books that were analysed before story arcs were stored by name. */
export async function linkStoryArcsOfAllBooks(tx: Tx): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await tx
      .selectFrom('book_meta')
      .select(['book_id', 'facts'])
      .where('book_id', '>', after)
      .where((eb) => eb.or([eb('facts', 'like', '%"storyArcs"%'), eb('facts', 'like', '%"seriesGroup"%')]))
      .orderBy('book_id')
      .limit(AT_ONCE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.book_id
    await linkStoryArcs(tx, new Map(rows.map((row) => [row.book_id, JSON.parse(row.facts) as StoriesOfBook])))
  }
}
