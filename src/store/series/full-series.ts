import { toAuthorView } from '../book/full-book.ts'
import type { AuthorView } from '../book/view.ts'
import { readFacetNames } from '../list/facet-names.ts'
import type { Queryable } from '../open.ts'
import { parseStoredJson } from '../parse-stored-json.ts'
import { bytesToUuid } from '../uid.ts'
import type { FullSeriesView, SeriesView } from './view.ts'

/** Adds what only the series' own page shows. The same few queries for any number of series. */
export async function addSeriesMetadata(db: Queryable, series: readonly SeriesView[]): Promise<FullSeriesView[]> {
  if (series.length === 0) return []
  const ids = series.map((one) => one.id)
  const [rows, genres, tags, titles, externalIds, links, ratings] = await Promise.all([
    db.query
      .selectFrom('series')
      .select(['id', 'authors', 'custom_metadata', 'locks'])
      .where('id', 'in', ids)
      .execute(),
    readFacetNames(db, 'series', 'genre', ids),
    readFacetNames(db, 'series', 'tag', ids),
    db.query.selectFrom('alternate_title').selectAll().where('series_id', 'in', ids).orderBy('id').execute(),
    db.query.selectFrom('series_external_id').selectAll().where('series_id', 'in', ids).orderBy('source').execute(),
    db.query.selectFrom('series_external_link').selectAll().where('series_id', 'in', ids).orderBy('source').execute(),
    db.query.selectFrom('series_external_rating').selectAll().where('series_id', 'in', ids).orderBy('source').execute(),
  ])
  const known = new Map(rows.map((row) => [row.id, row]))
  return series.map((one) => {
    const row = known.get(one.id)
    return {
      ...one,
      authors: parseStoredJson<AuthorView[]>(row?.authors, []).map(toAuthorView),
      customMetadata: parseStoredJson<Record<string, unknown> | null>(row?.custom_metadata, null),
      locks: parseStoredJson<string[]>(row?.locks, []),
      genres: genres.get(one.id) ?? [],
      tags: tags.get(one.id) ?? [],
      alternateTitles: titles
        .filter((title) => title.series_id === one.id)
        .map((title) => ({ ...dated(title), label: title.label, title: title.title })),
      externalIds: externalIds
        .filter((id) => id.series_id === one.id)
        .map((id) => ({ ...dated(id), source: id.source, externalId: id.external_id, url: id.url })),
      externalLinks: links
        .filter((link) => link.series_id === one.id)
        .map((link) => ({ ...dated(link), source: link.source, url: link.url, externalId: link.external_id })),
      externalRatings: ratings
        .filter((rating) => rating.series_id === one.id)
        .map((rating) => ({ ...dated(rating), source: rating.source, rating: rating.rating, votes: rating.votes })),
    }
  })
}

const dated = (row: { uid: Uint8Array; created_at: number; updated_at: number }) => ({
  uid: bytesToUuid(row.uid),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
