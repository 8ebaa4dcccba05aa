import { withoutUndefined } from '../../formats/values/without-undefined.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import type { UserPlugin } from '../../store/user-plugin/read.ts'
import { listDismissedRecommendationIds, type StoredRecommendations } from '../../store/user-plugin/recommendations.ts'
import {
  listSeriesIdsToSync,
  readSeriesReadingStates,
  type SeriesReadingState,
} from '../../store/user-plugin/series-reading-state.ts'
import type { Viewer } from '../../store/viewer.ts'
import {
  arrayOrEmpty,
  integerOrUndefined,
  numberOrUndefined,
  objectOrUndefined,
  textOrUndefined,
  textsOrEmpty,
  webAddressOrUndefined,
} from '../protocol/untrusted-values.ts'
import { type SentMetadata, splitAdminConfig } from '../split-admin-config.ts'
import { isoTime, syncMetadataOf } from '../sync/entry-to-send.ts'
import { idSourcesOf } from '../sync/sync-user-reading.ts'
import type { UserPluginRun, UserRunDeps } from '../user/run-plugin-for-user.ts'
import { splitUserSettings } from '../user/split-user-settings.ts'

/** A plugin's recommendation, without invalid fields. */
export interface Recommendation {
  externalId: string
  externalUrl?: string
  title: string
  coverUrl?: string
  summary?: string
  genres: string[]
  tags: string[]
  score: number
  reason: string
  basedOn: string[]
  status?: string
  format?: string
  countryOfOrigin?: string
  startYear?: number
  totalVolumeCount?: number
  totalChapterCount?: number
  rating?: number
}

/**
 * Requests recommendations based on what this user has read and may see. Never calls `recommendations/clear`: existing
 * plugins then also forget what was dismissed.
 */
export async function fetchRecommendations(
  { db }: Pick<UserRunDeps, 'db'>,
  { plugin, mine, viewer, run }: { plugin: PluginView; mine: UserPlugin; viewer: Viewer; run: UserPluginRun },
): Promise<StoredRecommendations> {
  const { host } = splitUserSettings(mine.config)
  const series: SeriesReadingState[] = []
  for (const ids of inChunks(await listSeriesIdsToSync(db, viewer, plugin.libraryUids), 100)) {
    series.push(...(await readSeriesReadingStates(db, viewer, ids)))
  }
  const sources = idSourcesOf(plugin, run.manifest)
  const known = series.flatMap((one) => one.externalIds.filter(({ source }) => sources.includes(source)))
  const dismissed = await listDismissedRecommendationIds(db, mine.id)
  const excludeIds = [...new Set([...dismissed, ...known.map((one) => one.externalId)])].slice(0, MAX_EXCLUDED)
  const { sends } = splitAdminConfig(plugin.config)
  const isFull = run.manifest.capabilities.wantsFullMetadata
  const seeds = seedsOf(series, host.maxSeeds)
  const params = {
    library: seeds.map((one) => entryOf(one, { ...sends, metadata: isFull && sends.metadata })),
    limit: host.maxRecommendations,
    ...(excludeIds.length > 0 && { excludeIds }),
  }
  const answer = objectOrUndefined(await run.call('recommendations/get', params, CALL_MS))
  const found = arrayOrEmpty(answer?.recommendations, MAX_RECOMMENDED).flatMap(readRecommendation)
  const once = new Map(found.toReversed().map((one) => [one.externalId, one]))
  // A plugin may return more than it was asked for.
  const entries = [...once.values()].sort((a, b) => b.score - a.score).slice(0, host.maxRecommendations)
  return { entries, seedIds: seeds.map(({ id }) => id) }
}

/** The best-rated series say most about the user's taste, then the most recently read. */
function seedsOf(series: readonly SeriesReadingState[], max: number): SeriesReadingState[] {
  const lastRead = (one: SeriesReadingState) => Math.max(0, ...one.books.map((book) => book.progress?.readAt ?? 0))
  return series
    .filter((one) => one.books.some((book) => book.progress) || one.rating)
    .sort((a, b) => (b.rating?.score ?? 0) - (a.rating?.score ?? 0) || lastRead(b) - lastRead(a))
    .slice(0, max)
}

function entryOf(series: SeriesReadingState, sends: SentMetadata): object {
  const { books } = series
  const begun = books.flatMap((book) => book.progress ?? [])
  const done = begun.filter((one) => one.done)
  const isDone = done.length > 0 && done.length === books.length
  return withoutUndefined({
    seriesId: series.uid,
    libraryId: series.libraryUid,
    libraryName: series.libraryName,
    title: series.title,
    alternateTitles: series.alternateTitles.length > 0 ? series.alternateTitles : undefined,
    year: series.year ?? undefined,
    status: series.status ?? undefined,
    genres: sends.genres && series.genres.length > 0 ? series.genres : undefined,
    tags: sends.tags && series.tags.length > 0 ? series.tags : undefined,
    totalVolumeCount: series.totalBookCount ?? undefined,
    externalIds: series.externalIds.map(({ source, externalId, url }) =>
      withoutUndefined({ source, externalId, externalUrl: url ?? undefined }),
    ),
    readingStatus: isDone ? 'completed' : begun.length > 0 ? 'reading' : 'unread',
    booksRead: done.length,
    booksOwned: books.length,
    userRating: series.rating?.score,
    startedAt: begun.length > 0 ? isoTime(Math.min(...begun.map((one) => one.startedAt))) : undefined,
    lastReadAt: begun.length > 0 ? isoTime(Math.max(...begun.map((one) => one.readAt))) : undefined,
    completedAt: isDone ? isoTime(Math.max(...done.map((one) => one.readAt))) : undefined,
    metadata: sends.metadata ? syncMetadataOf(series) : undefined,
  })
}

export function readRecommendation(value: unknown): Recommendation[] {
  const given = objectOrUndefined(value)
  const [externalId, title] = [textOrUndefined(given?.externalId, 500), textOrUndefined(given?.title, 1000)]
  if (!given || !externalId || !title) return []
  const tags = arrayOrEmpty(given.tags, 50).flatMap(
    (one) => textOrUndefined(objectOrUndefined(one)?.name ?? one, 100) ?? [],
  )
  return [
    withoutUndefined({
      externalId,
      externalUrl: webAddressOrUndefined(given.externalUrl),
      title,
      coverUrl: webAddressOrUndefined(given.coverUrl),
      summary: textOrUndefined(given.summary, 4000),
      genres: textsOrEmpty(given.genres, 20, 100),
      tags,
      score: numberOrUndefined(given.score, 0, 1) ?? 0,
      reason: textOrUndefined(given.reason, 1000) ?? '',
      basedOn: [...new Set(textsOrEmpty(given.basedOn, 20, 500))],
      status: textOrUndefined(given.status, 50),
      format: textOrUndefined(given.format, 50),
      countryOfOrigin: textOrUndefined(given.countryOfOrigin, 10),
      startYear: integerOrUndefined(given.startYear, 0, 9999),
      totalVolumeCount: integerOrUndefined(given.totalVolumeCount, 0, 100_000),
      totalChapterCount: numberOrUndefined(given.totalChapterCount, 0, 1_000_000),
      rating: numberOrUndefined(given.rating, 0, 100),
    }) as Recommendation,
  ]
}

const MAX_RECOMMENDED = 200
const MAX_EXCLUDED = 5000
const CALL_MS = 300_000
