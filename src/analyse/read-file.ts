import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { asFormatError, type FormatProblem, toProblem } from '../formats/errors.ts'
import { fileHash } from '../formats/identity/file-hash.ts'
import { readerSyncHash } from '../formats/identity/reader-sync-hash.ts'
import { analyseFile } from '../formats/isolate/analyse-file.ts'
import type { CoverImage } from '../formats/isolate/protocol.ts'
import type { ReadingThreads } from '../formats/isolate/threads.ts'
import type { Limits } from '../formats/limits.ts'
import type { Publication } from '../formats/publication.ts'

export interface FileReader {
  threads: ReadingThreads
  limits: Limits
}

/** What a file turned out to be. A bad one is a fact like any other: `publication` is missing, `problems` says why. */
export interface ReadFile {
  size: number
  mtime: number
  inode: string
  hash: string
  syncHash: string
  publication: Publication | undefined
  cover: CoverImage | null
  problems: FormatProblem[]
}

/** The file changed while it was read: what was read may be of both. */
export class FileInMotion extends Error {}

/** Undefined when the file is gone; the next scan will notice. */
export async function readFile(
  { threads, limits }: FileReader,
  path: string,
  options: { withCover: boolean; knownHash: string | undefined; signal: AbortSignal },
): Promise<ReadFile | undefined> {
  const { withCover, knownHash, signal } = options
  const before = await statOrGone(path)
  if (!before) return undefined
  const [reading, hash, syncHash] = await Promise.all([
    analyseFile(threads, path, { limits, withCover, signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      return { problem: toProblem(asFormatError(error)) }
    }),
    knownHash || fileHash(path).catch(() => ''),
    readerSyncHash(path).catch(() => ''),
  ])
  const after = await statOrGone(path)
  if (!after) return undefined
  if (after.size !== before.size || after.mtimeMs !== before.mtimeMs)
    throw new FileInMotion('The file is being written.')
  const facts = { size: after.size, mtime: Math.trunc(after.mtimeMs), inode: String(after.ino), hash, syncHash }
  if ('problem' in reading) return { ...facts, publication: undefined, cover: null, problems: [reading.problem] }
  const { publication, cover } = reading
  return { ...facts, publication, cover, problems: problemsOf(publication) }
}

function problemsOf(publication: Publication): FormatProblem[] {
  if (publication.pageCount > 0) return publication.warnings
  const empty: FormatProblem = { type: 'zero_pages', message: 'There is not a single page in this file.' }
  return [empty, ...publication.warnings.filter((warning) => warning.type !== 'zero_pages')]
}

async function statOrGone(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}
