import { lockableSeriesFields, type SeriesBaseMetadata } from '../../contract/metadata.ts'
import type { FullSeries, Series } from '../../contract/series.ts'
import type { FullSeriesView, SeriesView } from '../../store/series/view.ts'
import { presentGenreOrTag } from './book.ts'
import { presentAuthor } from './book-metadata.ts'
import { formatTimestamp } from './format-time.ts'

export function presentSeries(view: SeriesView): Series {
  return {
    ...sharedFields(view),
    title: view.title,
    titleSort: view.titleSort,
    summary: view.summary,
    publisher: view.publisher,
    year: view.year,
  }
}

export function presentFullSeries(view: FullSeriesView): FullSeries {
  const ofSeries = (part: { uid: string; createdAt: number; updatedAt: number }) => ({
    id: part.uid,
    seriesId: view.uid,
    createdAt: formatTimestamp(part.createdAt),
    updatedAt: formatTimestamp(part.updatedAt),
  })
  return {
    ...sharedFields(view),
    metadata: presentSeriesMetadata(view),
    genres: view.genres.map(presentGenreOrTag),
    tags: view.tags.map(presentGenreOrTag),
    alternateTitles: view.alternateTitles.map((one) => ({ ...ofSeries(one), label: one.label, title: one.title })),
    externalRatings: view.externalRatings.map((one) => ({
      ...ofSeries(one),
      sourceName: one.source,
      rating: one.rating,
      voteCount: one.votes,
      fetchedAt: formatTimestamp(one.updatedAt),
    })),
    externalLinks: view.externalLinks.map((one) => ({
      ...ofSeries(one),
      sourceName: one.source,
      url: one.url,
      externalId: one.externalId,
    })),
    externalIds: view.externalIds.map((one) => ({
      ...ofSeries(one),
      source: one.source,
      externalId: one.externalId,
      externalUrl: one.url,
    })),
  }
}

export function presentSeriesMetadata(view: FullSeriesView): SeriesBaseMetadata {
  return {
    title: view.title,
    titleSort: view.titleSort,
    summary: view.summary,
    publisher: view.publisher,
    imprint: view.imprint,
    status: view.status as SeriesBaseMetadata['status'],
    ageRating: view.ageRating,
    language: view.language,
    readingDirection: view.readingDirection as SeriesBaseMetadata['readingDirection'],
    year: view.year,
    totalBookCount: view.totalBookCount,
    authors: view.authors.map(presentAuthor),
    customMetadata: view.customMetadata,
    locks: Object.fromEntries(
      lockableSeriesFields.map((lock) => [lock, view.locks.includes(lock)]),
    ) as SeriesBaseMetadata['locks'],
    createdAt: formatTimestamp(view.createdAt),
    updatedAt: formatTimestamp(view.updatedAt),
  }
}

function sharedFields(view: SeriesView) {
  return {
    id: view.uid,
    libraryId: view.libraryUid,
    libraryName: view.libraryName,
    bookCount: view.bookCount,
    unreadCount: view.unreadCount,
    path: view.path,
    selectedCoverSource: view.coverSource,
    hasCustomCover: view.hasCustomCover,
    createdAt: formatTimestamp(view.createdAt),
    updatedAt: formatTimestamp(view.updatedAt),
  }
}
