import { type Problem, problem } from '../../contract/problems.ts'
import { LibraryNotResponding } from '../../images/limit-library-reads.ts'

/** The problem for a file that can't be read now; undefined for other kinds of errors. */
export function unreadableFileProblem(error: unknown): Problem | undefined {
  if (error instanceof LibraryNotResponding) return error
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined || !UNREADABLE.has(code)) return undefined
  return problem('not_found', 'The file is currently unavailable. Its folder may be offline.')
}

const UNREADABLE: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'EIO',
  'ESTALE',
  'EHOSTDOWN',
  'ETIMEDOUT',
  'EISDIR',
])
