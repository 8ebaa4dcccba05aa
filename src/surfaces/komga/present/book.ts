import { basename, extname } from 'node:path'
import { isLockedForKomgaApps } from '../../../catalog/metadata/locks.ts'
import { type BookDto, bookLockNames } from '../../../contract/komga/books.ts'
import { type BookExternalLinkRow, readBookExternalLinks } from '../../../store/book/external-links.ts'
import { addBookMetadata } from '../../../store/book/full-book.ts'
import { type PositionInSeries, readPositionsInSeries } from '../../../store/book/positions-in-series.ts'
import type { BookView, FullBookView, ProgressView } from '../../../store/book/view.ts'
import type { Db } from '../../../store/open.ts'
import { type Device, readLastDevices } from '../../../store/progress/last-devices.ts'
import { hasPermission, type Viewer } from '../../../store/viewer.ts'
import { fullPathOf } from '../../present/full-path.ts'
import { presentKomgaAuthors } from './authors.ts'
import { formatKomgaDate, formatKomgaTime, formatSize, komgaIdOf } from './format-values.ts'
import { presentLockFlags } from './locks.ts'
import { presentKomgaMedia } from './media.ts'

/** Books with everything Komga shows of them: a fixed number of queries, however many books there are. */
export async function presentKomgaBooks(db: Db, viewer: Viewer, books: readonly BookView[]): Promise<BookDto[]> {
  if (books.length === 0) return []
  const begun = books.filter((book) => book.progress !== null).map((book) => book.id)
  const [full, positions, links, devices] = await Promise.all([
    addBookMetadata(db, books),
    readPositionsInSeries(db, books),
    readBookExternalLinks(
      db,
      books.map((book) => book.id),
    ),
    readLastDevices(db, viewer, begun),
  ])
  const knowsPaths = hasPermission(viewer, 'SystemAdmin')
  return full.map((book) =>
    presentOne(book, {
      inSeries: positions.get(book.id),
      links: links.get(book.id) ?? [],
      device: devices.get(book.id),
      knowsPaths,
    }),
  )
}

interface Context {
  inSeries: PositionInSeries | undefined
  links: BookExternalLinkRow[]
  device: Device | undefined
  knowsPaths: boolean
}

function presentOne(view: FullBookView, { inSeries, links, device, knowsPaths }: Context): BookDto {
  const { meta } = view
  const position = inSeries?.position ?? Math.trunc(view.number ?? 0)
  // Changes when the file is replaced, not with its metadata.
  const dates = { created: formatKomgaTime(view.createdAt), lastModified: formatKomgaTime(view.fileChangedAt) }
  return {
    id: komgaIdOf(view.uid),
    seriesId: komgaIdOf(view.seriesUid),
    seriesTitle: view.seriesTitle,
    libraryId: komgaIdOf(view.libraryUid),
    name: basename(view.fileName, extname(view.fileName)),
    url: knowsPaths ? fullPathOf(view) : view.fileName,
    number: position,
    ...dates,
    fileLastModified: formatKomgaTime(view.fileModifiedAt),
    sizeBytes: view.fileSize,
    size: formatSize(view.fileSize),
    media: presentKomgaMedia(view),
    metadata: {
      title: view.title,
      summary: meta.summary ?? '',
      number: view.numberText ?? String(view.number ?? position),
      numberSort: inSeries?.numberSort ?? view.number ?? position,
      releaseDate: formatKomgaDate(view.releaseDate),
      authors: presentKomgaAuthors(meta.authors),
      tags: meta.tags.map((tag) => tag.name),
      isbn: isbnOf(meta.facts),
      links: linksOf(meta.facts, meta.locks, links),
      ...dates,
      ...flagsOf(meta.locks),
    },
    readProgress: view.progress && presentProgress(view.progress, device),
    deleted: view.deletedAt !== null,
    fileHash: view.hash,
    oneshot: inSeries?.isOneshot ?? false,
  }
}

function presentProgress(progress: ProgressView, device: Device | undefined): BookDto['readProgress'] {
  return {
    page: progress.page,
    completed: progress.done,
    readDate: formatKomgaTime(progress.readAt),
    created: formatKomgaTime(progress.startedAt),
    lastModified: formatKomgaTime(progress.readAt),
    deviceId: device?.id ?? '',
    deviceName: device?.name ?? '',
  }
}

/** Our locks for each of Komga's. Here a number is one field, text and value. */
export const locksOfKomgaBookLock: Record<(typeof bookLockNames)[number], string[]> = {
  title: ['title'],
  summary: ['summary'],
  number: ['number'],
  numberSort: ['number'],
  releaseDate: ['year', 'month', 'day'],
  authors: ['authors'],
  tags: ['tags'],
  isbn: ['isbns'],
  links: ['links'],
}

const flagsOf = presentLockFlags(bookLockNames, (name, locks) =>
  locksOfKomgaBookLock[name].some((lock) => isLockedForKomgaApps(locks, lock)),
)

function isbnOf(facts: Record<string, unknown>): string {
  const [first] = Array.isArray(facts.isbns) ? (facts.isbns as string[]) : []
  return first ?? ''
}

/** Links set by users, then those from the file, unless users locked the links. */
function linksOf(
  facts: Record<string, unknown>,
  locks: readonly string[],
  links: readonly BookExternalLinkRow[],
): { label: string; url: string }[] {
  const known = links.map(({ source, url }) => ({ label: source, url }))
  const fromFile = Array.isArray(facts.urls) && !locks.includes('links') ? (facts.urls as string[]) : []
  const more = fromFile.filter((url) => !known.some((link) => link.url === url))
  return [...known, ...more.map((url) => ({ label: hostOf(url), url }))]
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? url
}
