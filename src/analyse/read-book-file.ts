import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { asFormatError, type FormatProblem, toFormatProblem } from '../formats/errors.ts'
import { koreaderHashOfBytes, koreaderHashOfFile } from '../formats/identity/koreader-hash.ts'
import { sampledFileHash, WHOLE_HASH_MAX_BYTES } from '../formats/identity/sampled-file-hash.ts'
import type { ExtractedCover } from '../formats/isolate/reading-thread-messages.ts'
import type { ReadingThreadPool } from '../formats/isolate/reading-thread-pool.ts'
import { analyseFileInThread } from '../formats/isolate/reading-thread-requests.ts'
import type { Limits } from '../formats/limits.ts'
import type { Publication } from '../formats/publication.ts'
import { locateInLibrarySync } from '../images/open-file-in-library.ts'

export interface ReadFileDeps {
  threads: ReadingThreadPool
  limits: Limits
}

/** The result of reading a file. For a bad file `publication` is undefined and `problems` contains the reasons. */
export interface BookFileContents {
  size: number
  mtime: number
  inode: string
  hash: string
  syncHash: string
  publication: Publication | undefined
  cover: ExtractedCover | null
  problems: FormatProblem[]
}

/** The file changed while it was read: the result may mix both versions. */
export class FileChangedWhileReading extends Error {}

/** Undefined when the file is gone; the next scan handles that. */
export async function readBookFile(
  { threads, limits }: ReadFileDeps,
  path: string,
  options: {
    withCover: boolean
    knownHash: string | undefined
    signal: AbortSignal
    /** Sealed. */
    password?: string
    /** The folder of its library: links that point outside aren't read. */
    root?: string
  },
): Promise<BookFileContents | undefined> {
  const { withCover, knownHash, signal, password, root } = options
  const before = statOrGone(path)
  if (!before) return undefined
  const opened = root === undefined ? { path, close: () => {} } : openOrGone(path, root)
  if (!opened) return undefined
  if (opened instanceof Error) {
    const facts = { size: before.size, mtime: Math.trunc(before.mtimeMs), inode: String(before.ino) }
    const problems = [toFormatProblem(asFormatError(opened))]
    return { ...facts, hash: knownHash ?? '', syncHash: '', publication: undefined, cover: null, problems }
  }
  const source = opened.path
  const [reading, identity] = await Promise.all([
    analyseFileInThread(threads, source, { limits, password, withCover, signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      return { problem: toFormatProblem(asFormatError(error)) }
    }),
    hashBookFile(source, before.size, knownHash),
  ]).finally(() => opened.close())
  const after = statOrGone(path)
  if (!after) return undefined
  if (after.size !== before.size || after.mtimeMs !== before.mtimeMs)
    throw new FileChangedWhileReading('The file is still being written.')
  const facts = { size: after.size, mtime: Math.trunc(after.mtimeMs), inode: String(after.ino), ...identity }
  if ('problem' in reading) return { ...facts, publication: undefined, cover: null, problems: [reading.problem] }
  const { publication, cover } = reading
  return { ...facts, publication, cover, problems: problemsOf(publication) }
}

function problemsOf(publication: Publication): FormatProblem[] {
  if (publication.pageCount > 0) return publication.warnings
  const empty: FormatProblem = { type: 'zero_pages', message: 'The file contains no pages.' }
  return [empty, ...publication.warnings.filter((warning) => warning.type !== 'zero_pages')]
}

/** A small file is read synchronously: two round trips through the thread pool would cost more than the read. */
export async function hashBookFile(
  path: string,
  size: number,
  knownHash?: string,
): Promise<{ hash: string; syncHash: string }> {
  try {
    if (size > WHOLE_HASH_MAX_BYTES) {
      const [hash, syncHash] = await Promise.all([knownHash || sampledFileHash(path), koreaderHashOfFile(path)])
      return { hash, syncHash }
    }
    const bytes = readSmall(path, size)
    return { hash: createHash('sha256').update(bytes).digest('hex'), syncHash: koreaderHashOfBytes(bytes) }
  } catch {
    return { hash: knownHash ?? '', syncHash: '' }
  }
}

/** Always into the same buffer: the bytes aren't kept. */
function readSmall(path: string, size: number): Buffer {
  scratch ??= Buffer.allocUnsafeSlow(WHOLE_HASH_MAX_BYTES)
  const file = openSync(path, 'r')
  try {
    let count = 0
    for (let read = 1; read > 0 && count < size; count += read)
      read = readSync(file, scratch, count, size - count, count)
    return scratch.subarray(0, count)
  } finally {
    closeSync(file)
  }
}

let scratch: Buffer | undefined

/**
 * A path that points outside the library counts as gone. If opening fails, the file isn't read by its path either: its
 * target would be unchecked.
 */
function openOrGone(path: string, root: string): { path: string; close(): void } | Error | undefined {
  try {
    return locateInLibrarySync({ path, root })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : (error as Error)
  }
}

/** Synchronous: this thread may block, and the call takes microseconds. */
function statOrGone(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false })
}
