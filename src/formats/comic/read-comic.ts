import type { Archive, ArchiveEntry } from '../archive/archive.ts'
import { asFormatError, FormatError, type FormatProblem, toFormatProblem } from '../errors.ts'
import { imageTypeOfName } from '../image/media-type.ts'
import type { Limits } from '../limits.ts'
import { sortNaturally } from '../natural-order.ts'
import {
  type CoverReference,
  emptyPublication,
  mergePublicationMetadata,
  type Publication,
  type PublicationMetadata,
  type TocEntry,
} from '../publication.ts'
import { readSidecar, sidecarKind, sidecarPrecedence } from '../sidecar/sidecar.ts'
import { type PageResult, probePages } from './probe-pages.ts'
import { isSystemEntry } from './system-entries.ts'

/** Reads an archive of pictures as a publication, with the metadata of its sidecars. */
export async function readComic(archive: Archive, limits: Limits): Promise<Publication> {
  const files = archive.entries.filter((entry) => entry.isFile && !isSystemEntry(entry.name))
  const named = files.filter((entry) => imageTypeOfName(entry.name) !== undefined)
  const sidecars = findSidecars(files)
  // If no name looks like a picture, the bytes decide: some archivers drop the extensions.
  const candidates = named.length > 0 ? named : files.filter((entry) => !sidecars.has(entry))
  const { pages: results, documents } = await probePages(archive, candidates, [...sidecars.keys()], limits)
  const pages = sortNaturally(
    results.filter((result) => named.length > 0 || result.isImage),
    (result) => result.page.fileName,
  )
  refuseUnreadable(pages, archive)
  const warnings = describeProblems(pages)
  const { metadata, metadataSources } = mergePublicationMetadata(readDocuments(documents, sidecars, limits, warnings))
  return {
    ...emptyPublication('comic', FILE_FORMAT[archive.container], archive.container),
    pageCount: pages.length,
    pages: pages.map((result) => result.page),
    metadata,
    metadataSources,
    cover: chooseCover(pages, metadata),
    toc: readBookmarks(metadata, pages.length),
    warnings: shorten(warnings),
  }
}

const FILE_FORMAT = { zip: 'cbz', rar: 'cbr', rar4: 'cbr', '7z': 'cbr', tar: 'cbz' } as const

/** One document of each kind, the one nearest to the root. */
export function findSidecars(files: readonly ArchiveEntry[]): Map<ArchiveEntry, (typeof sidecarPrecedence)[number]> {
  const nearest = new Map<(typeof sidecarPrecedence)[number], ArchiveEntry>()
  for (const entry of files) {
    const kind = sidecarKind(entry.name)
    if (!kind) continue
    const known = nearest.get(kind)
    if (!known || depth(entry) < depth(known)) nearest.set(kind, entry)
  }
  return new Map([...nearest].map(([kind, entry]) => [entry, kind]))
}

function depth(entry: ArchiveEntry): number {
  return entry.name.split('/').length
}

/** A single unreadable page leaves a gap; if all are unreadable, the file fails. */
function refuseUnreadable(pages: readonly PageResult[], archive: Archive): void {
  if (pages.length === 0) {
    const message = archive.entries.length === 0 ? 'The archive is empty.' : 'There are no images in this archive.'
    throw new FormatError('zero_pages', message, { entries: archive.entries.length })
  }
  const isLocked = pages.some(({ problem }) => problem?.details?.encrypted)
  // With a wrong password, the first pages may unpack to something that isn't a picture.
  if (isLocked && !pages.some(({ isImage }) => isImage))
    throw new FormatError('page_extraction', 'The pages of this archive are encrypted.', { encrypted: true })
  if (!pages.every((result) => result.isUnreadable)) return
  const { problem } = pages[0]!
  throw new FormatError(
    'page_extraction',
    problem?.message ?? 'No page of this archive can be unpacked.',
    problem?.details,
  )
}

/** All encrypted pages are one problem, with one remedy. */
function describeProblems(pages: readonly PageResult[]): FormatProblem[] {
  const problems = pages.flatMap((result) => result.problem ?? [])
  const isLocked = ({ details }: FormatProblem) => details?.encrypted === true
  if (!problems.some(isLocked)) return problems
  const locked = {
    type: 'parser',
    message: 'Some pages of this archive are encrypted.',
    details: { encrypted: true },
  } as const
  return [locked, ...problems.filter((problem) => !isLocked(problem))]
}

function readDocuments(
  documents: ReadonlyMap<ArchiveEntry, Uint8Array | FormatError>,
  kinds: ReadonlyMap<ArchiveEntry, (typeof sidecarPrecedence)[number]>,
  limits: Limits,
  warnings: FormatProblem[],
) {
  const read: { source: (typeof sidecarPrecedence)[number]; metadata: PublicationMetadata }[] = []
  for (const [entry, bytes] of documents) {
    const source = kinds.get(entry)!
    try {
      if (!(bytes instanceof Uint8Array)) throw bytes
      read.push({ source, metadata: readSidecar(source, bytes, limits) })
    } catch (error) {
      // A bad document never fails the book.
      const { message, log } = toFormatProblem(asFormatError(error, 'metadata'))
      warnings.push({
        type: 'metadata',
        message: `“${entry.name}” is ignored: ${message}`,
        details: { entry: entry.name },
        ...(log !== undefined && { log }),
      })
    }
  }
  return read.sort((left, right) => sidecarPrecedence.indexOf(left.source) - sidecarPrecedence.indexOf(right.source))
}

/** The page declared as the cover, else the first page that can be displayed. */
function chooseCover(pages: readonly PageResult[], metadata: PublicationMetadata): CoverReference {
  const named = metadata.pageFacts?.find((fact) => fact.type === 'FrontCover' && fact.page < pages.length)?.page
  if (named !== undefined && pages[named]?.page.width != null) return { page: named }
  const known = pages.findIndex((result) => result.page.width !== null)
  const decodable = pages.findIndex((result) => result.page.width !== null && !result.problem)
  return { page: Math.max(0, decodable < 0 ? known : decodable) }
}

function readBookmarks(metadata: PublicationMetadata, pageCount: number): TocEntry[] {
  const marked = metadata.pageFacts?.filter((fact) => fact.bookmark && fact.page < pageCount) ?? []
  return marked.map((fact) => ({ title: fact.bookmark!, page: fact.page + 1, children: [] }))
}

const MAX_WARNINGS = 20

function shorten(warnings: readonly FormatProblem[]): FormatProblem[] {
  if (warnings.length <= MAX_WARNINGS) return [...warnings]
  const rest = warnings.length - MAX_WARNINGS
  return [...warnings.slice(0, MAX_WARNINGS), { type: 'other', message: `… and ${rest} more problems of this kind.` }]
}
