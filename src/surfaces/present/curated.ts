import type { Static } from 'typebox'
import type { Named } from '../../contract/books.ts'
import type { BookExternalId, BookExternalLink } from '../../contract/external.ts'
import type {
  AlternateTitle,
  SeriesExternalId,
  SeriesExternalLink,
  SeriesExternalRating,
} from '../../contract/series.ts'
import type { NamedView } from '../../store/book/view.ts'
import type {
  AlternateTitleView,
  ExternalIdView,
  ExternalLinkView,
  ExternalRatingView,
} from '../../store/series/view.ts'
import { time } from './account.ts'

/** A genre or a tag: they look the same. */
export function presentNamed(named: NamedView): Named {
  return { id: named.uid, name: named.name, createdAt: time(named.createdAt) }
}

export function presentAlternateTitle(seriesUid: string, title: AlternateTitleView): Static<typeof AlternateTitle> {
  return { id: title.uid, seriesId: seriesUid, label: title.label, title: title.title, ...dates(title) }
}

export function presentSeriesExternalId(seriesUid: string, id: ExternalIdView): Static<typeof SeriesExternalId> {
  return { seriesId: seriesUid, ...externalId(id) }
}

export function presentBookExternalId(bookUid: string, id: ExternalIdView): BookExternalId {
  return { bookId: bookUid, ...externalId(id) }
}

export function presentSeriesExternalLink(
  seriesUid: string,
  link: ExternalLinkView,
): Static<typeof SeriesExternalLink> {
  return { seriesId: seriesUid, ...externalLink(link) }
}

export function presentBookExternalLink(bookUid: string, link: ExternalLinkView): BookExternalLink {
  return { bookId: bookUid, ...externalLink(link) }
}

export function presentExternalRating(
  seriesUid: string,
  rating: ExternalRatingView,
): Static<typeof SeriesExternalRating> {
  return {
    id: rating.uid,
    seriesId: seriesUid,
    sourceName: rating.source,
    rating: rating.rating,
    voteCount: rating.votes,
    fetchedAt: time(rating.updatedAt),
    ...dates(rating),
  }
}

const externalId = (id: ExternalIdView) => ({
  id: id.uid,
  source: id.source,
  externalId: id.externalId,
  externalUrl: id.url,
  ...dates(id),
})

const externalLink = (link: ExternalLinkView) => ({
  id: link.uid,
  sourceName: link.source,
  url: link.url,
  externalId: link.externalId,
  ...dates(link),
})

const dates = (dated: { createdAt: number; updatedAt: number }) => ({
  createdAt: time(dated.createdAt),
  updatedAt: time(dated.updatedAt),
})
