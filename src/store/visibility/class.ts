import { sql } from 'kysely'
import type { Tx } from '../open.ts'
import { bump } from '../revision.ts'

/** The number of this combination, made when it is new. Adding one changes what people may see, so access moves. */
export async function ensureClass(
  tx: Tx,
  of: { libraryId: number; ageRating: number | null; sharingTagIds: readonly number[] },
): Promise<number> {
  const wanted = {
    library_id: of.libraryId,
    age_rating: of.ageRating ?? -1,
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
  await bump(tx, 'access')
  return made?.id ?? (await find())!.id
}

/** After a change of library, age rating or sharing tags: puts the series and their books into the class they now belong to. */
export async function reclassSeries(tx: Tx, seriesIds: readonly number[]): Promise<void> {
  for (const seriesId of seriesIds) {
    const series = await tx
      .selectFrom('series')
      .select(['library_id', 'age_rating', 'class', 'book_count'])
      .where('id', '=', seriesId)
      .executeTakeFirst()
    if (!series) continue
    const tags = await tx
      .selectFrom('series_sharing_tag')
      .select('sharing_tag_id')
      .where('series_id', '=', seriesId)
      .execute()
    const next = await ensureClass(tx, {
      libraryId: series.library_id,
      ageRating: series.age_rating,
      sharingTagIds: tags.map((tag) => tag.sharing_tag_id),
    })
    if (next === series.class) continue
    await tx.updateTable('series').set({ class: next }).where('id', '=', seriesId).execute()
    await tx
      .updateTable('book')
      .set({ class: next })
      .where('series_id', '=', seriesId)
      .where('class', '<>', 0)
      .execute()
    await countInClass(tx, series.class, -series.book_count, -1)
    await countInClass(tx, next, series.book_count, 1)
  }
}

/** Totals per class: the number of books a person may see is a sum over these, not a count over the books. */
export async function countInClass(tx: Tx, classId: number, books: number, series: number): Promise<void> {
  if (books === 0 && series === 0) return
  await sql`update class set books = books + ${books}, series = series + ${series} where id = ${classId}`.execute(tx)
}

/** Counts everything anew: 9 ms at a million books, so a scan ends with it, and a drift cannot live long. */
export async function recountClasses(tx: Tx): Promise<void> {
  await sql`update class set
    books = coalesce((select sum(s.book_count) from series s where s.class = class.id), 0),
    series = coalesce((select count(*) from series s where s.class = class.id), 0)`.execute(tx)
}
