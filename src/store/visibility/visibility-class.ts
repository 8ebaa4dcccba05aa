import { sql } from 'kysely'
import { inChunks } from '../in-chunks.ts'
import type { Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { type ClassAge, encodeClassAge, UNANALYSED_CLASS_AGE } from './class-age.ts'

/** The id of this combination's class, created if new. A new class changes what users may see, so `access` changes. */
export async function ensureVisibilityClass(
  tx: Tx,
  of: Partial<ClassAge> & { libraryId: number; sharingTagIds: readonly number[] },
): Promise<number> {
  const wanted = {
    library_id: of.libraryId,
    age_rating: encodeClassAge({ ageRating: of.ageRating ?? null, isUnanalysed: of.isUnanalysed ?? false }),
    sharing_tags: [...of.sharingTagIds].sort((a, b) => a - b).join(','),
  }
  const find = () =>
    tx
      .selectFrom('class')
      .select('id')
      .where('library_id', '=', wanted.library_id)
      .where('age_rating', '=', wanted.age_rating)
      .where('sharing_tags', '=', wanted.sharing_tags)
      .executeTakeFirst()
  const known = await find()
  if (known) return known.id
  const made = await tx
    .insertInto('class')
    .values(wanted)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  await bumpRevisions(tx, 'access')
  return made?.id ?? (await find())!.id
}

/**
 * Called after a change of library, age rating or sharing tags: moves the series and their books to the class they now
 * belong to. A few statements for all that move to one class: bulk edits would otherwise take a round trip per series.
 * Unanalysed series stay unanalysed until they are finalised.
 */
export async function updateVisibilityClasses(
  tx: Tx,
  seriesIds: readonly number[],
  { areFinalised = false } = {},
): Promise<void> {
  for (const ids of inChunks([...new Set(seriesIds)]))
    await reclassifySeries(tx, ids, await findUnanalysed(tx, ids, areFinalised))
}

/** `unanalysed`: the series with books whose files haven't been read yet. */
export async function reclassifySeries(tx: Tx, ids: readonly number[], unanalysed: ReadonlySet<number>): Promise<void> {
  const counts = new ClassCounts()
  for (const [next, series] of await findMoving(tx, ids, unanalysed)) {
    const moving = series.map((one) => one.id)
    await tx.updateTable('series').set({ class: next }).where('id', 'in', moving).execute()
    await tx.updateTable('book').set({ class: next }).where('series_id', 'in', moving).where('class', '<>', 0).execute()
    for (const one of series) counts.add(one.class, -one.book_count, -1)
    counts.add(next, booksOf(series), series.length)
  }
  await counts.write(tx)
}

interface Classed {
  id: number
  class: number
  book_count: number
}

const booksOf = (series: readonly Classed[]): number => series.reduce((sum, one) => sum + one.book_count, 0)

/** The series that must change class, by their new class. */
async function findMoving(
  tx: Tx,
  ids: readonly number[],
  unanalysed: ReadonlySet<number>,
): Promise<Map<number, Classed[]>> {
  const all = await tx
    .selectFrom('series')
    .select(['id', 'library_id', 'age_rating', 'class', 'book_count'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const links = await tx
    .selectFrom('series_sharing_tag')
    .select(['series_id', 'sharing_tag_id'])
    .where('series_id', 'in', ids)
    .orderBy('sharing_tag_id')
    .execute()
  const tags = Map.groupBy(links, (link) => link.series_id)
  const known = new Map<string, number>()
  const moving = new Map<number, Classed[]>()
  for (const series of all) {
    const sharingTagIds = (tags.get(series.id) ?? []).map((link) => link.sharing_tag_id)
    const age = { ageRating: series.age_rating, isUnanalysed: unanalysed.has(series.id) }
    const name = `${series.library_id} ${encodeClassAge(age)} ${sharingTagIds}`
    const attributes = { libraryId: series.library_id, ...age, sharingTagIds }
    const next = known.get(name) ?? (await ensureVisibilityClass(tx, attributes))
    known.set(name, next)
    if (next !== series.class) moving.set(next, [...(moving.get(next) ?? []), series])
  }
  return moving
}

/**
 * The unanalysed series; once they are finalised, only those with a book that is still unanalysed. A manually set
 * rating is final.
 */
async function findUnanalysed(tx: Tx, ids: readonly number[], areFinalised: boolean): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('series as s')
    .innerJoin('class as c', 'c.id', 's.class')
    .select('s.id')
    .where('s.id', 'in', ids)
    .where('c.age_rating', '<=', UNANALYSED_CLASS_AGE)
    .where('s.locks', 'not like', '%"ageRating"%')
    .$if(areFinalised, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('book as b')
            .select('b.id')
            .whereRef('b.series_id', '=', 's.id')
            .where('b.analyzed', '=', 0)
            .where('b.analysis_error', 'is', null)
            .where('b.deleted_at', 'is', null),
        ),
      ),
    )
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Totals per class: the number of books a user may see is a sum over these, not a count over the books. */
export async function addToVisibilityClassCounts(
  tx: Tx,
  classId: number,
  books: number,
  series: number,
): Promise<void> {
  if (books === 0 && series === 0) return
  await sql`update class set books = books + ${books}, series = series + ${series} where id = ${classId}`.execute(tx)
}

/**
 * Collects changes of the class totals and writes them at the end in a fixed order: two transactions that move series
 * between the same classes in opposite directions would otherwise deadlock.
 */
export class ClassCounts {
  readonly #added = new Map<number, { books: number; series: number }>()

  add(classId: number, books: number, series: number): void {
    const { books: moreBooks, series: moreSeries } = this.#added.get(classId) ?? { books: 0, series: 0 }
    this.#added.set(classId, { books: moreBooks + books, series: moreSeries + series })
  }

  async write(tx: Tx): Promise<void> {
    const sorted = [...this.#added].sort(([a], [b]) => a - b)
    for (const [id, { books, series }] of sorted) await addToVisibilityClassCounts(tx, id, books, series)
  }
}

/** Recounts everything: 9 ms at a million books, so every scan ends with it, and errors can't accumulate. */
export async function recountVisibilityClasses(tx: Tx): Promise<void> {
  await sql`update class set
    books = coalesce((select sum(s.book_count) from series s where s.class = class.id), 0),
    series = coalesce((select count(*) from series s where s.class = class.id), 0)`.execute(tx)
}
