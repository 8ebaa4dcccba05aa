import { FormatError, type FormatProblem, toProblem } from './errors.ts'
import { analyseFile } from './isolate/analyse-file.ts'
import { ReadingThreads } from './isolate/threads.ts'
import type { Limits } from './limits.ts'
import type { Publication } from './publication.ts'

/** What `lectern check` prints of one file: what it is, or what is wrong with it. */
export interface CheckResult {
  path: string
  ok: boolean
  publication: Publication | null
  /** Why it cannot be read; warnings that did not prevent it are in the publication. */
  error: FormatProblem | null
  milliseconds: number
}

/** One result a file, in the order given. */
export async function* checkFiles(paths: readonly string[], limits: Limits): AsyncIterable<CheckResult> {
  const threads = new ReadingThreads({ threads: 1, limits })
  try {
    for (const path of paths) yield await checkFile(threads, path, limits)
  } finally {
    threads.close()
  }
}

async function checkFile(threads: ReadingThreads, path: string, limits: Limits): Promise<CheckResult> {
  const start = performance.now()
  const took = () => Math.round(performance.now() - start)
  try {
    const { publication } = await analyseFile(threads, path, { limits })
    return { path, ok: true, publication, error: null, milliseconds: took() }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return { path, ok: false, publication: null, error: toProblem(error), milliseconds: took() }
  }
}
