import type { Stats } from 'node:fs'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../contract/problems.ts'
import type { ServedBookFile } from '../../store/page/served-book-file.ts'
import { etagMatches } from '../edge/etag.ts'
import { contentDisposition } from './content-disposition.ts'
import { openLibraryFile } from './library-file.ts'
import { unreadableFileProblem } from './unreadable-file-problem.ts'

export type FileToDeliver = Pick<ServedBookFile, 'path' | 'root' | 'version' | 'modifiedAt' | 'size' | 'fileName'>

/** A book's file on disk, whole or in part, so that downloads resume and players seek. */
export async function deliverFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileToDeliver,
  mediaType: string,
): Promise<FastifyReply> {
  const opened = await openLibraryFile(file).catch((error: unknown) => {
    throw unreadableFileProblem(error) ?? error
  })
  try {
    const { size, mtime } = opened.facts
    const etag = tagOf(file, opened.facts)
    reply
      .header('etag', etag)
      .header('last-modified', mtime.toUTCString())
      .header('accept-ranges', 'bytes')
      .header('cache-control', 'private, no-cache')

    if (isFileUnchanged(request, { etag, modified: mtime })) {
      await opened.close()
      return reply.code(304).send()
    }
    const range = mayUseRange(request, etag, mtime) ? parseRange(request.headers.range, size) : WHOLE
    if (range === 'unsatisfiable') {
      reply.header('content-range', `bytes */${size}`)
      throw problem('range_not_satisfiable', `The requested range is outside the file, which has ${size} bytes.`)
    }
    // Only now: an error must not be saved under the name of the file.
    reply
      .header('content-type', mediaType)
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', contentDisposition('attachment', file.fileName))
    const [start, end] = range.whole ? [0, size - 1] : [range.start, range.end]
    if (!range.whole) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
    reply.header('content-length', Math.max(0, end - start + 1))
    if (request.method === 'HEAD' || size === 0) {
      await opened.close()
      // A stream, because for anything else Fastify overwrites the length that was set.
      return reply.send(Readable.from([]))
    }
    return reply.send(opened.read(start, end))
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Strong. A file that was replaced since it was scanned has its own tag: a client must not join halves of both. */
function tagOf(known: FileToDeliver, { mtimeMs, size, ino }: Stats): string {
  const changed = Math.trunc(mtimeMs)
  if (changed === known.modifiedAt && size === known.size) return `"${known.version}"`
  return `"${ino.toString(36)}-${changed.toString(36)}-${size.toString(36)}"`
}

const WHOLE = { whole: true } as const

/** Ranges are for GET only. If-Range: a part is only useful to a client that has the rest of the same version. */
function mayUseRange(request: FastifyRequest, etag: string, mtime: Date): boolean {
  if (request.method !== 'GET') return false
  const condition = request.headers['if-range'] as string | undefined
  if (!condition) return true
  if (condition.startsWith('"')) return condition === etag
  return Date.parse(condition) === Math.floor(mtime.getTime() / 1000) * 1000
}

/** The current state of a file. */
interface FileState {
  /** Strong. */
  etag: string
  modified: Date
}

/**
 * Checks the conditional headers, in the order of RFC 9110, 13.2.2: throws if the file must be unchanged and isn't;
 * returns whether the client already has it.
 */
function isFileUnchanged({ headers }: FastifyRequest, { etag, modified }: FileState): boolean {
  const second = Math.floor(modified.getTime() / 1000) * 1000
  const match = headers['if-match']
  if (match !== undefined) {
    if (!matchesStrongly(match, etag)) throw hasChanged()
  } else if (second > timeOf(headers['if-unmodified-since'])) throw hasChanged()
  const known = headers['if-none-match']
  if (known !== undefined) return etagMatches(known, etag)
  const since = headers['if-modified-since']
  return since !== undefined && second <= Date.parse(since)
}

const hasChanged = () => problem('precondition_failed', 'The file has changed since it was listed.')

function matchesStrongly(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((one) => one.trim() === etag)
}

/** An invalid date is ignored. */
function timeOf(header: string | undefined): number {
  const time = Date.parse(header ?? '')
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time
}

type RangeAnswer = { whole: true } | { whole: false; start: number; end: number } | 'unsatisfiable'

/**
 * Parses a Range header for a file of this size (RFC 9110 §14). A single range is served; several are answered with the
 * whole file, which the RFC allows and every client understands. An invalid header is ignored.
 */
export function parseRange(header: string | undefined, size: number): RangeAnswer {
  const match = header?.match(/^bytes=\s*(\d*)-(\d*)\s*$/i)
  if (!match) return { whole: true }
  const [, first, last] = match
  if (first === '' && last === '') return { whole: true }
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { whole: false, start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start >= size) return 'unsatisfiable'
  return end < start ? { whole: true } : { whole: false, start, end }
}
