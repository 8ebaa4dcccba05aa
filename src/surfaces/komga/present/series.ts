import { join } from 'node:path'
import { isLockedForKomgaApps } from '../../../catalog/metadata/locks.ts'
import { type SeriesDto, seriesLockNames } from '../../../contract/komga/series.ts'
import { countDeletedBooks } from '../../../store/book/count-deleted.ts'
import { defineDerivedCache } from '../../../store/cache/derived-cache.ts'
import { readLibrarySummaries } from '../../../store/list/library-summaries.ts'
import type { Db } from '../../../store/open.ts'
import {
  readSeriesMetadataForLists,
  type SeriesMetadataForLists,
} from '../../../store/series/series-metadata-for-lists.ts'
import type { SeriesView } from '../../../store/series/view.ts'
import { hasPermission, type Viewer } from '../../../store/viewer.ts'
import { presentKomgaAuthors } from './authors.ts'
import { formatKomgaDate, formatKomgaTime, komgaIdOf } from './format-values.ts'
import { presentLockFlags } from './locks.ts'

/** Series with everything Komga shows of them: a fixed number of queries, however many series there are. */
export async function presentKomgaSeries(db: Db, viewer: Viewer, series: readonly SeriesView[]): Promise<SeriesDto[]> {
  if (series.length === 0) return []
  const ids = series.map((one) => one.id)
  const [extras, missing, libraries] = await Promise.all([
    readSeriesMetadataForLists(db, viewer, ids),
    countDeletedBooks(db, viewer, ids),
    hasPermission(viewer, 'SystemAdmin') ? readLibrarySummaries(db, viewer) : undefined,
  ])
  return series.map((one) =>
    withMissing(
      presentOnce(db, one, extras.get(one.id)!, libraries?.get(one.libraryId)?.path),
      missing.get(one.id) ?? 0,
    ),
  )
}

/** Books whose file is missing still count. */
function withMissing(dto: SeriesDto, count: number): SeriesDto {
  if (count === 0) return dto
  return { ...dto, booksCount: dto.booksCount + count, booksUnreadCount: dto.booksUnreadCount + count }
}

/** The store returns the same view and extras objects until something has changed. */
function presentOnce(db: Db, view: SeriesView, extras: SeriesMetadataForLists, root: string | undefined): SeriesDto {
  const cache = seriesCache(db)
  const known = cache.get(view)
  if (known?.extras === extras && known.root === root) return known.dto
  const dto = presentOne(view, extras, root)
  cache.set(view, { extras, root, dto })
  return dto
}

interface Presented {
  extras: SeriesMetadataForLists
  root: string | undefined
  dto: SeriesDto
}

const seriesCache = defineDerivedCache<SeriesView, Presented>('komga_series')

/** `root`: the library's folder, for viewers who may see it. */
function presentOne(view: SeriesView, extras: SeriesMetadataForLists, root: string | undefined): SeriesDto {
  const unread = Math.max(0, view.bookCount - view.readCount - view.inProgressCount)
  const { tags, fromBooks } = extras
  // Changes with the books, not with the metadata: apps sort new items by it.
  const dates = {
    created: formatKomgaTime(view.createdAt),
    lastModified: formatKomgaTime(view.filesChangedAt || view.createdAt),
  }
  return {
    id: komgaIdOf(view.uid),
    libraryId: komgaIdOf(view.libraryUid),
    name: view.folderName || view.title,
    url: root === undefined ? '' : join(root, view.path),
    ...dates,
    fileLastModified: formatKomgaTime(view.filesChangedAt || view.createdAt),
    booksCount: view.bookCount,
    booksReadCount: view.readCount,
    booksUnreadCount: unread,
    booksInProgressCount: view.inProgressCount,
    metadata: {
      status: STATUSES[view.status ?? ''] ?? (view.isOneshot ? 'ENDED' : 'ONGOING'),
      title: view.title,
      titleSort: view.titleSort ?? view.title,
      summary: view.summary ?? '',
      readingDirection: directionOf(view),
      publisher: view.publisher ?? '',
      ageRating: view.ageRating,
      language: view.language ?? '',
      genres: extras.genres,
      tags,
      totalBookCount: view.totalBookCount ?? (view.isOneshot ? 1 : null),
      sharingLabels: extras.sharingTags,
      links: extras.links,
      alternateTitles: extras.alternateTitles,
      ...dates,
      ...flagsOf(extras.locks),
    },
    booksMetadata: {
      authors: presentKomgaAuthors(extras.authors),
      tags: extras.bookTags,
      releaseDate: formatKomgaDate(fromBooks.releaseDate ?? (view.year === null ? null : view.year * 10_000)),
      summary: fromBooks.summary ?? '',
      summaryNumber: fromBooks.summaryNumber ?? '',
      ...dates,
    },
    deleted: false,
    oneshot: view.isOneshot,
  }
}

/** Scans ignore sharing labels and links: their locks are stored for apps that check before they write. */
const flagsOf = presentLockFlags(seriesLockNames, (name, locks) => isLockedForKomgaApps(locks, name))

const STATUSES: Record<string, SeriesDto['metadata']['status']> = {
  ended: 'ENDED',
  ongoing: 'ONGOING',
  abandoned: 'ABANDONED',
  hiatus: 'HIATUS',
}

/** Empty for a library with the usual direction: then the app's own setting applies. */
function directionOf({ readingDirection, effectiveReadingDirection }: SeriesView) {
  const usual = effectiveReadingDirection === 'ltr' ? '' : effectiveReadingDirection
  return DIRECTIONS[readingDirection ?? usual] ?? ''
}

const DIRECTIONS: Record<string, SeriesDto['metadata']['readingDirection']> = {
  ltr: 'LEFT_TO_RIGHT',
  rtl: 'RIGHT_TO_LEFT',
  ttb: 'VERTICAL',
  webtoon: 'WEBTOON',
}
