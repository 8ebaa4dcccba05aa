import { type SeriesFullMetadata, seriesLocks } from '../../contract/metadata.ts'
import type { FullSeries, Series } from '../../contract/series.ts'
import type { FullSeriesView, SeriesView } from '../../store/series/view.ts'
import { presentNamed } from './book.ts'
import { presentAuthor } from './book-metadata.ts'
import { time } from './time.ts'

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
    createdAt: time(part.createdAt),
    updatedAt: time(part.updatedAt),
  })
  return {
    ...sharedFields(view),
    metadata: presentSeriesMetadata(view),
    genres: view.genres.map(presentNamed),
    tags: view.tags.map(presentNamed),
    alternateTitles: view.alternateTitles.map((one) => ({ ...ofSeries(one), label: one.label, title: one.title })),
    externalRatings: view.externalRatings.map((one) => ({
      ...ofSeries(one),
      sourceName: one.source,
      rating: one.rating,
      voteCount: one.votes,
      fetchedAt: time(one.updatedAt),
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

export function presentSeriesMetadata(view: FullSeriesView): SeriesFullMetadata {
  return {
    title: view.title,
    titleSort: view.titleSort,
    summary: view.summary,
    publisher: view.publisher,
    imprint: view.imprint,
    status: view.status as SeriesFullMetadata['status'],
    ageRating: view.ageRating,
    language: view.language,
    readingDirection: view.readingDirection as SeriesFullMetadata['readingDirection'],
    year: view.year,
    totalBookCount: view.totalBookCount,
    authors: view.authors.map(presentAuthor),
    customMetadata: view.customMetadata,
    locks: Object.fromEntries(
      seriesLocks.map((lock) => [lock, view.locks.includes(lock)]),
    ) as SeriesFullMetadata['locks'],
    createdAt: time(view.createdAt),
    updatedAt: time(view.updatedAt),
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
    createdAt: time(view.createdAt),
    updatedAt: time(view.updatedAt),
  }
}
