import type { Archive, ArchiveEntry } from '../archive/archive.ts'
import { asFormatError, FormatError, type FormatProblem, toFormatProblem } from '../errors.ts'
import type { ImageHeader } from '../image/image-header.ts'
import { imageTypeOfName, unsupportedImageFormat } from '../image/media-type.ts'
import { probeImage } from '../image/probe.ts'
import type { Limits } from '../limits.ts'
import type { Page } from '../publication.ts'

export interface PageResult {
  page: Page
  isImage: boolean
  /** Its bytes can't be read, or exceed a limit: encrypted, damaged, too large. */
  isUnreadable: boolean
  problem?: FormatProblem
}

// Enough for the dimensions of nearly every picture; those with large metadata before them are read again.
const HEAD = 256
// Sequential archives would have to unpack everything again for a second read, so the first one is larger.
const SEQUENTIAL_HEAD = 256 * 1024
const LAST_HEAD = 8 * 1024 * 1024
const MAX_HEAD = 64 * 1024 * 1024

/** Reads dimensions and type of every page, and the documents in full, in one pass over the archive. */
export async function probePages(
  archive: Archive,
  pages: readonly ArchiveEntry[],
  documents: readonly ArchiveEntry[],
  limits: Limits,
): Promise<{ pages: PageResult[]; documents: Map<ArchiveEntry, Uint8Array | FormatError> }> {
  const wholes = new Map<number, ArchiveEntry>(documents.map((entry) => [entry.index, entry]))
  const read = new Map<ArchiveEntry, Uint8Array | FormatError>()
  const results: PageResult[] = []
  const again: { entry: ArchiveEntry; probe: ImageHeader }[] = []
  const headSize = archive.isSequential ? SEQUENTIAL_HEAD : HEAD
  const bytesOf = (entry: ArchiveEntry) => (wholes.has(entry.index) ? limits.xmlBytes + 1 : headSize)
  await archive.readHeads([...pages, ...documents], bytesOf, (entry, head) => {
    const document = wholes.get(entry.index)
    if (document) {
      read.set(document, head instanceof FormatError ? head : Uint8Array.prototype.slice.call(head))
      return
    }
    if (head instanceof FormatError) {
      // Links aren't pages: their target is, if it is in the archive at all.
      if (!head.details?.link) results.push(unreadable(entry, head))
      return
    }
    const probe = probeImage(head)
    if (probe?.needs !== undefined && head.length < entry.size && probe.needs <= MAX_HEAD) again.push({ entry, probe })
    else results.push(describe(archive, entry, probe, limits))
  })
  if (archive.isSequential)
    results.push(
      ...(await lookOnceMore(
        archive,
        again.map(({ entry }) => entry),
        limits,
      )),
    )
  else for (const { entry, probe } of again) results.push(await lookFurther(archive, entry, probe, limits))
  return { pages: results, documents: read }
}

/** One more walk for all of them, with larger heads than any picture needs. */
async function lookOnceMore(archive: Archive, entries: readonly ArchiveEntry[], limits: Limits): Promise<PageResult[]> {
  const results: PageResult[] = []
  await archive.readHeads(entries, LAST_HEAD, (entry, head) => {
    results.push(
      head instanceof FormatError ? unreadable(entry, head) : describe(archive, entry, probeImage(head), limits),
    )
  })
  return results
}

async function lookFurther(
  archive: Archive,
  entry: ArchiveEntry,
  first: ImageHeader,
  limits: Limits,
): Promise<PageResult> {
  let probe: ImageHeader | undefined = first
  let seen = HEAD
  try {
    while (probe?.needs !== undefined && seen < entry.size && probe.needs <= MAX_HEAD) {
      const head = await archive.readHead(entry, Math.min(Math.max(probe.needs, seen * 8), entry.size))
      if (head.length <= seen) break
      seen = head.length
      probe = probeImage(head)
    }
    return describe(archive, entry, probe, limits)
  } catch (error) {
    return unreadable(entry, asFormatError(error, 'page_extraction'))
  }
}

function describe(archive: Archive, entry: ArchiveEntry, probe: ImageHeader | undefined, limits: Limits): PageResult {
  const { name, size, index } = entry
  const { width, height } = probe ?? { width: null, height: null }
  const mediaType = probe?.mediaType ?? imageTypeOfName(name) ?? 'application/octet-stream'
  const page: Page = { fileName: name, mediaType, width, height, size, entry: index, bytes: archive.locate(entry) }
  if (width === null || height === null) {
    const message = probe ? `“${name}” is a damaged image.` : `“${name}” is not an image.`
    return {
      page,
      isImage: probe !== undefined,
      isUnreadable: false,
      problem: { type: 'page_extraction', message, details: { entry: name } },
    }
  }
  if (width * height > limits.imagePixels) {
    const message = `“${name}” has more than ${limits.imagePixels} pixels (${width} × ${height}).`
    const problem: FormatProblem = {
      type: 'page_extraction',
      message,
      details: { entry: name, limit: 'imagePixels', width, height },
    }
    return { page: { ...page, width: null, height: null }, isImage: true, isUnreadable: true, problem }
  }
  const format = unsupportedImageFormat(mediaType)
  if (format) {
    // Some apps can display it all the same: it is sent as it is.
    const message = `“${name}” is an image in the format ${format}, which is not supported.`
    const problem: FormatProblem = { type: 'page_extraction', message, details: { entry: name, format } }
    return { page, isImage: true, isUnreadable: false, problem }
  }
  return { page, isImage: true, isUnreadable: false }
}

function unreadable(entry: ArchiveEntry, error: FormatError): PageResult {
  const { name, size, index } = entry
  const mediaType = imageTypeOfName(name) ?? 'application/octet-stream'
  // No byte range: a request for the page fails instead of unpacking what must not be unpacked.
  const page: Page = { fileName: name, mediaType, width: null, height: null, size, entry: index, bytes: null }
  return { page, isImage: false, isUnreadable: true, problem: toFormatProblem(error) }
}
