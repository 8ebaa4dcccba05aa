import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { LineTooLongError, splitStreamIntoLines } from '../store/backup/split-stream-into-lines.ts'
import { ForeignFileError } from '../store/foreign/copy-foreign-database.ts'
import { checkRecord } from './check-record.ts'
import { type ImportRecord, type SourceHeader, sourceKinds } from './records.ts'

/**
 * An archive: gzipped lines of JSON. The first is a header, then one record per line in the order of `recordTypes`, and
 * a last line with the number of records, so that a truncated file is detected.
 */
export async function writeRecordArchive(
  path: string,
  header: SourceHeader,
  records: Iterable<ImportRecord> | AsyncIterable<ImportRecord>,
): Promise<number> {
  let count = 0
  async function* lines(): AsyncGenerator<string> {
    // Many lines per chunk: the stream's overhead per chunk is higher than the cost of a line.
    let text = `${JSON.stringify(header)}\n`
    for await (const record of records) {
      count += 1
      text += `${JSON.stringify(record)}\n`
      if (text.length < PIECE) continue
      yield text
      text = ''
    }
    yield `${text}${JSON.stringify({ end: true, records: count })}\n`
  }
  const unfinished = `${path}.part`
  const packing = createGzip({ level: constants.Z_BEST_SPEED })
  await pipeline(Readable.from(lines()), packing, createWriteStream(unfinished, { mode: 0o600, flush: true }))
  await rename(unfinished, path)
  return count
}

const PIECE = 256 * 1024

export interface OpenedArchive {
  header: SourceHeader
  records(): AsyncGenerator<ImportRecord>
}

/** Treats the file as untrusted: checks every line, and limits its length to that of a large cover. */
export async function openRecordArchive(path: string): Promise<OpenedArchive> {
  const lines = linesOf(path)
  const first = await lines.next()
  await lines.return(undefined)
  return { header: headerOf(first.done ? '' : first.value), records: () => recordsOf(path) }
}

async function* recordsOf(path: string): AsyncGenerator<ImportRecord> {
  let seen = 0
  let announced: number | undefined
  let isFirst = true
  let emptyLines = 0
  for await (const line of linesOf(path)) {
    if (isFirst) {
      isFirst = false
      continue
    }
    if (line === '') {
      emptyLines += 1
      // A few kilobytes may unpack to millions of them.
      if (emptyLines > MAX_EMPTY_LINES) throw new ForeignFileError(DAMAGED)
      continue
    }
    const value = parse(line)
    if (value.end === true) announced = Number(value.records)
    else {
      seen += 1
      yield checkRecord(value)
    }
  }
  if (announced !== seen) throw new ForeignFileError(DAMAGED)
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const isPacked = await startsWith(path, GZIP)
  const file = createReadStream(path)
  const source = isPacked ? file.on('error', (error) => unpacked.destroy(error)).pipe(createGunzip()) : file
  const unpacked = source
  try {
    yield* splitStreamIntoLines(source, MAX_LINE)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (code.startsWith('Z_') || error instanceof LineTooLongError) throw new ForeignFileError(DAMAGED)
    throw error
  } finally {
    file.destroy()
    source.destroy()
  }
}

const DAMAGED = 'The archive is damaged or incomplete.'
const GZIP = Buffer.from([0x1f, 0x8b])
const MAX_LINE = 64 * 2 ** 20
const MAX_EMPTY_LINES = 1000

async function startsWith(path: string, bytes: Buffer): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(bytes.length), 0, bytes.length, 0)
    return buffer.equals(bytes)
  } finally {
    await file.close()
  }
}

function headerOf(line: string): SourceHeader {
  // The first line of an export is whole even if the rest is missing: any other text is another program's file.
  const header = parse(line, 'This file is not a Lectern export.')
  const kind = header.kind as SourceHeader['kind']
  if (header.format !== 'lectern-export' || header.version !== 1 || !sourceKinds.includes(kind)) {
    throw new ForeignFileError('This file is not a Lectern export.')
  }
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : '')
  return {
    format: 'lectern-export',
    version: 1,
    kind,
    sourceVersion: text(header.sourceVersion),
    createdAt: text(header.createdAt),
  }
}

/** PostgreSQL can't store NUL in text, and no name or note needs it. Doesn't match after an escaped backslash. */
const NUL = /((?<!\\)(?:\\\\)*)\\u0000/g

function parse(line: string, sentence = DAMAGED): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line.includes('\\u0000') ? line.replaceAll(NUL, '$1') : line)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw new ForeignFileError(sentence)
}
