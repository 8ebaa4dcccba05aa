import { basename, join } from 'node:path'
import { sampledFileHash } from '../../formats/identity/sampled-file-hash.ts'
import { withFileInLibrary } from '../../images/open-file-in-library.ts'
import { filterKnownFileSizes, findMoveCandidates, type MoveCandidate } from '../../store/scan/move-candidates.ts'
import type { Difference } from '../compare/compare-walk-with-books.ts'
import type { FoundFile } from '../walk/walk-entry.ts'
import { isBookStillInPlace } from './book-still-in-place.ts'
import type { ResolveContext } from './resolve-context.ts'

/** A file whose hash decides which book it is. */
export type FileToHash = Extract<Difference, { kind: 'appeared' | 'changed' }>

/** Null: the file couldn't be read, and is left unchanged. */
export async function hashWhereNeeded(
  context: ResolveContext,
  judged: readonly FileToHash[],
): Promise<Map<FoundFile, string | null>> {
  const appeared = judged.filter((difference) => difference.kind === 'appeared').map(({ file }) => file)
  const sizes = await filterKnownFileSizes(
    context.db,
    appeared.map((file) => file.size),
    context.lastIdBeforeScan,
  )
  const wanted = judged.filter((difference) => difference.kind === 'changed' || sizes.has(difference.file.size))
  const hashes = new Map<FoundFile, string | null>()
  let next = 0
  const lane = async () => {
    for (let at = next++; at < wanted.length; at = next++) {
      const { file } = wanted[at]!
      try {
        const { path: root } = context.library
        hashes.set(file, await withFileInLibrary({ path: join(root, file.path), root }, sampledFileHash))
      } catch (error) {
        hashes.set(file, null)
        const { code, message } = error as NodeJS.ErrnoException
        if (code !== 'ENOENT') context.onTrouble(file.path, code ?? message)
      }
    }
  }
  await Promise.all(Array.from({ length: HASHES_AT_ONCE }, lane))
  return hashes
}

const HASHES_AT_ONCE = 8

/** Finds the files that are moved books. A book moves to only one place, however many copies there are. */
export async function matchMovedFiles(
  context: ResolveContext,
  judged: readonly FileToHash[],
  hashes: ReadonlyMap<FoundFile, string | null>,
  before: ReadonlyMap<number, string>,
): Promise<Map<FoundFile, MoveCandidate>> {
  const wanted = judged.flatMap((difference) => {
    const hash = hashes.get(difference.file)
    if (!hash) return []
    // The same content at the same path isn't a move.
    if (difference.kind === 'changed' && before.get(difference.book.id) === hash) return []
    return [{ ...difference.file, hash, file: difference.file }]
  })
  const claims = new Map<FoundFile, MoveCandidate>()
  const from = { libraryIds: [...context.libraries.keys()], lastIdBeforeScan: context.lastIdBeforeScan }
  const candidates = await findMoveCandidates(context.db, wanted, from)
  if (candidates.length === 0) return claims
  for (const { file, hash } of wanted) {
    const fitting = candidates
      .filter((candidate) => !context.movedIds.has(candidate.id) && fits(candidate, file, hash))
      .sort((a, b) => likeness(b, file) - likeness(a, file))
    for (const candidate of fitting) {
      if (await isBookStillInPlace(candidate, context.libraries.get(candidate.libraryId)?.lastScannedAt ?? null))
        continue
      context.movedIds.add(candidate.id)
      claims.set(file, candidate)
      break
    }
  }
  return claims
}

/** Ranks candidates with the same content: not deleted first, then the same inode, then the same file name. */
function likeness({ isDeleted, inode, path }: MoveCandidate, file: FoundFile): number {
  return (isDeleted ? 0 : 4) + (inode === file.inode ? 2 : 0) + (basename(path) === basename(file.path) ? 1 : 0)
}

function fits(candidate: MoveCandidate, file: FoundFile, hash: string): boolean {
  if (candidate.size !== file.size) return false
  if (candidate.hash !== '') return candidate.hash === hash
  return candidate.inode === file.inode && candidate.mtime === file.mtime
}
