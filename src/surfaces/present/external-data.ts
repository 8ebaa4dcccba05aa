import type { BookExternalId, BookExternalLink } from '../../contract/external-data.ts'
import type { UserBookRating } from '../../contract/ratings.ts'
import type { SeriesMetadataWithExternals } from '../../contract/series-metadata.ts'
import type { RatingRow } from '../../store/rating/rating.ts'
import type { ExternalIdView, ExternalLinkView, FullSeriesView } from '../../store/series/view.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { formatTimestamp } from './format-time.ts'
import { presentFullSeries } from './series.ts'

/** A series' fields with everything related to it, in one object. */
export function presentSeriesMetadataWithExternals(view: FullSeriesView): SeriesMetadataWithExternals {
  const { metadata, genres, tags, alternateTitles, externalIds, externalLinks, externalRatings } =
    presentFullSeries(view)
  return {
    id: view.uid,
    seriesId: view.uid,
    ...metadata,
    genres,
    tags,
    alternateTitles,
    externalIds,
    externalLinks,
    externalRatings,
  }
}

export function presentBookExternalId(bookUid: string, id: ExternalIdView): BookExternalId {
  return {
    id: id.uid,
    bookId: bookUid,
    source: id.source,
    externalId: id.externalId,
    externalUrl: id.url,
    ...dates(id),
  }
}

export function presentBookExternalLink(bookUid: string, link: ExternalLinkView): BookExternalLink {
  return {
    id: link.uid,
    bookId: bookUid,
    sourceName: link.source,
    url: link.url,
    externalId: link.externalId,
    ...dates(link),
  }
}

/** Without the id of the rated item, which the caller adds. */
export function presentUserRating(row: RatingRow): Omit<UserBookRating, 'bookId'> {
  return {
    id: bytesToUuid(row.uid),
    rating: row.rating,
    notes: row.notes,
    createdAt: formatTimestamp(row.created_at),
    updatedAt: formatTimestamp(row.updated_at),
  }
}

const dates = (dated: { createdAt: number; updatedAt: number }) => ({
  createdAt: formatTimestamp(dated.createdAt),
  updatedAt: formatTimestamp(dated.updatedAt),
})
