import type { Queryable } from '../open.ts'
import { bytesToUuid } from '../uid.ts'

/** Alternate titles, ids, links and ratings of a series or book, and the source of its cover. */
export async function readExtraMetadata(db: Pick<Queryable, 'query'>, entity: 'series' | 'book', id: number) {
  const ids = await (entity === 'series'
    ? db.query.selectFrom('series_external_id').selectAll().where('series_id', '=', id).orderBy('source').execute()
    : db.query.selectFrom('book_external_id').selectAll().where('book_id', '=', id).orderBy('source').execute())
  const links = await (entity === 'series'
    ? db.query.selectFrom('series_external_link').selectAll().where('series_id', '=', id).orderBy('source').execute()
    : db.query.selectFrom('book_external_link').selectAll().where('book_id', '=', id).orderBy('source').execute())
  const cover = await (entity === 'series'
    ? db.query
        .selectFrom('series as o')
        .leftJoin('cover', 'cover.id', 'o.cover_id')
        .select('cover.source')
        .where('o.id', '=', id)
    : db.query
        .selectFrom('book as o')
        .leftJoin('cover', 'cover.id', 'o.cover_id')
        .select('cover.source')
        .where('o.id', '=', id)
  ).executeTakeFirst()
  const titles =
    entity === 'book'
      ? []
      : await db.query
          .selectFrom('alternate_title')
          .select(['label', 'title', 'updated_at'])
          .where('series_id', '=', id)
          .orderBy('id')
          .execute()
  const ratings =
    entity === 'book'
      ? []
      : await db.query
          .selectFrom('series_external_rating')
          .selectAll()
          .where('series_id', '=', id)
          .orderBy('source')
          .execute()
  return {
    alternateTitles: titles.map((row) => ({ title: row.title, label: row.label, updatedAt: row.updated_at })),
    externalLinks: links.map((row) => ({
      label: row.source,
      url: row.url,
      externalId: row.external_id,
      updatedAt: row.updated_at,
    })),
    externalIds: ids.map((row) => ({
      source: row.source,
      externalId: row.external_id,
      url: row.url,
      uid: bytesToUuid(row.uid),
      updatedAt: row.updated_at,
    })),
    ratings: ratings.map((row) => ({
      source: row.source,
      score: row.rating,
      votes: row.votes,
      updatedAt: row.updated_at,
    })),
    coverSource: cover?.source ?? null,
  }
}
