import { withoutUndefined } from '../../formats/values/without-undefined.ts'
import type { BookReadingState, SeriesReadingState } from '../../store/user-plugin/series-reading-state.ts'
import type { Capabilities } from '../protocol/manifest.ts'
import { type OwnReadingState, volumeOf } from './own-reading-state.ts'
import type { PulledBook, RemoteState } from './pulled-entry.ts'

/** The entry as sent to the plugin. Missing values are left out; private notes are never sent. */
export function entryToSend(
  series: SeriesReadingState,
  externalId: string,
  own: OwnReadingState,
  merged: RemoteState,
  { wants, sends }: { wants: Capabilities; sends: { tags: boolean; genres: boolean; metadata: boolean } },
): object {
  const { maxVolume, maxChapter } = own
  const full = wants.wantsFullMetadata
  return withoutUndefined({
    externalId,
    title: series.title,
    libraryId: series.libraryUid,
    libraryName: series.libraryName,
    status: merged.status,
    score: merged.score,
    startedAt: isoTime(own.startedAt),
    completedAt: merged.status === 'completed' ? isoTime(own.at) : undefined,
    latestUpdatedAt: isoTime(own.at),
    progress: withoutUndefined({
      volumes: merged.volumes,
      chapters: merged.chapters,
      maxVolume,
      maxChapter,
      totalVolumes: series.totalBookCount ?? undefined,
      readBooks: wants.wantsDetailedProgress ? series.books.flatMap(detailOf) : undefined,
    }),
    genres: full && sends.genres && series.genres.length > 0 ? series.genres : undefined,
    tags: full && sends.tags && series.tags.length > 0 ? series.tags : undefined,
    metadata: full && sends.metadata ? syncMetadataOf(series) : undefined,
  })
}

export const syncMetadataOf = (series: SeriesReadingState) =>
  withoutUndefined({
    summary: series.summary ?? undefined,
    publisher: series.publisher ?? undefined,
    authors: series.authors.length > 0 ? series.authors : undefined,
    ageRating: series.ageRating ?? undefined,
    language: series.language ?? undefined,
    readingDirection: series.readingDirection ?? undefined,
  })

function detailOf(book: BookReadingState): PulledBook[] {
  const { progress, chapter } = book
  if (!progress) return []
  const volume = volumeOf(book) ?? book.volume
  if (volume === null && chapter === null) return []
  return [
    {
      ...(volume !== null && { volume }),
      ...(chapter !== null && { chapter }),
      completed: progress.done,
      currentPage: progress.page,
      ...(progress.percentage !== null && { progressPercentage: progress.percentage }),
    },
  ]
}

export const isoTime = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString()
