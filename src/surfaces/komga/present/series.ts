import { join } from 'node:path'
import { type SeriesDto, seriesLockNames } from '../../../contract/komga/series.ts'
import { readLibraryFacts } from '../../../store/list/libraries.ts'
import type { Db } from '../../../store/open.ts'
import { withSeriesMetadata } from '../../../store/series/full.ts'
import { readSharingTagNames, readToldByBooks, type ToldByBooks } from '../../../store/series/of-books.ts'
import type { FullSeriesView, SeriesView } from '../../../store/series/view.ts'
import { may, type Viewer } from '../../../store/viewer.ts'
import { presentAuthors } from './authors.ts'
import { lockFlagsOf } from './locks.ts'
import { day, idOf, moment } from './words.ts'

/** Series with all that Komga shows of them: the same few questions, however many there are. */
export async function presentSeries(db: Db, viewer: Viewer, series: readonly SeriesView[]): Promise<SeriesDto[]> {
  if (series.length === 0) return []
  const ids = series.map((one) => one.id)
  const [full, told, labels, libraries] = await Promise.all([
    withSeriesMetadata(db, series),
    readToldByBooks(db, series),
    readSharingTagNames(db, ids),
    readLibraryFacts(db),
  ])
  return full.map((one) => {
    const library = libraries.get(one.libraryId)
    const root = may(viewer, 'SystemAdmin') ? (library?.path ?? '') : undefined
    const context = { told: told.get(one.id), labels: labels.get(one.id) ?? [], root }
    return presentOne(one, library?.readingDirection ?? 'ltr', context)
  })
}

interface Context {
  told: ToldByBooks | undefined
  labels: string[]
  /** The library's folder, for those who may know it. */
  root: string | undefined
}

function presentOne(view: FullSeriesView, usualDirection: string, { told, labels, root }: Context): SeriesDto {
  const unread = Math.max(0, view.bookCount - view.readCount - view.inProgressCount)
  const tags = view.tags.map((tag) => tag.name)
  const dates = { created: moment(view.createdAt), lastModified: moment(view.updatedAt) }
  return {
    id: idOf(view.uid),
    libraryId: idOf(view.libraryUid),
    name: view.folderName || view.title,
    url: root === undefined ? '' : join(root, view.path),
    ...dates,
    fileLastModified: moment(view.lastBookAt ?? view.createdAt),
    booksCount: view.bookCount,
    booksReadCount: view.readCount,
    booksUnreadCount: unread,
    booksInProgressCount: view.inProgressCount,
    metadata: {
      status: STATUSES[view.status ?? ''] ?? 'ONGOING',
      title: view.title,
      titleSort: view.titleSort ?? view.title,
      summary: view.summary ?? '',
      readingDirection: directionOf(view.readingDirection, usualDirection),
      publisher: view.publisher ?? '',
      ageRating: view.ageRating,
      language: view.language ?? '',
      genres: view.genres.map((genre) => genre.name),
      tags,
      totalBookCount: view.totalBookCount,
      sharingLabels: labels,
      links: view.externalLinks.map(({ source, url }) => ({ label: source, url })),
      alternateTitles: view.alternateTitles.map(({ label, title }) => ({ label, title })),
      ...dates,
      ...lockFlagsOf(seriesLockNames, (name) => view.locks.includes(name)),
    },
    booksMetadata: {
      authors: presentAuthors(view.authors),
      tags,
      releaseDate: day(told?.releaseDate ?? (view.year === null ? null : view.year * 10_000)),
      summary: told?.summary ?? '',
      summaryNumber: told?.summaryNumber ?? '',
      ...dates,
    },
    deleted: false,
    oneshot: view.isOneshot,
  }
}

const STATUSES: Record<string, SeriesDto['metadata']['status']> = {
  ended: 'ENDED',
  ongoing: 'ONGOING',
  abandoned: 'ABANDONED',
  hiatus: 'HIATUS',
}

/** A library that is read in the usual way says nothing: then the app's own setting counts. */
function directionOf(own: string | null, usual: string): SeriesDto['metadata']['readingDirection'] {
  return DIRECTIONS[own ?? (usual === 'ltr' ? '' : usual)] ?? ''
}

const DIRECTIONS: Record<string, SeriesDto['metadata']['readingDirection']> = {
  ltr: 'LEFT_TO_RIGHT',
  rtl: 'RIGHT_TO_LEFT',
  ttb: 'VERTICAL',
  webtoon: 'WEBTOON',
}
