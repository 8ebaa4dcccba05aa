import type { BookFacts } from '../../catalog/merge/book-facts.ts'
import type { Queryable } from '../../store/open.ts'
import type { ScanChangeToApply } from '../../store/scan/apply-changes.ts'
import {
  type MoveCandidate,
  readBookHashes,
  readBookPathsOfSeries,
  readStoredBookFacts,
} from '../../store/scan/move-candidates.ts'
import type { FactsInFile } from '../../strategies/library-strategies.ts'
import type { Difference } from '../compare/compare-walk-with-books.ts'
import type { FoundFile } from '../walk/walk-entry.ts'
import { isFileThere } from './book-still-in-place.ts'
import { type FileToHash, hashWhereNeeded, matchMovedFiles } from './by-hash.ts'
import type { ResolveContext } from './resolve-context.ts'

/** Some network disks change their inodes all the time. Once that is established, inode changes are ignored. */
export function isInodeNoise({ inodeOnly, isDeep }: ResolveContext, difference: Difference): boolean {
  return !isDeep && inodeOnly.other === 0 && inodeOnly.same >= ENOUGH_PROOF && isInodeOnly(difference)
}

const ENOUGH_PROOF = 200

function isInodeOnly(difference: Difference): boolean {
  if (difference.kind !== 'changed') return false
  const { file, book } = difference
  return file.size === book.size && file.mtime === book.mtime && !book.isDeleted && !book.isUnanalysed
}

/**
 * Differences → changes: is a new file a moved book, is a changed one still the same book? Files are opened only here:
 * changed ones, and new ones whose size matches that of a known book.
 */
export async function resolveChanges(
  context: ResolveContext,
  differences: readonly Exclude<Difference, { kind: 'sidecar' | 'trouble' | 'vanished' }>[],
): Promise<ScanChangeToApply[]> {
  const changes: ScanChangeToApply[] = []
  const judged: FileToHash[] = []
  for (const difference of differences) {
    if (difference.kind === 'returned') {
      const { file, book } = difference
      // The walk may have found it just before it was deleted together with its book.
      if (await isFileThere(context.library.path, file.path)) changes.push({ kind: 'returned', bookId: book.id, file })
    } else if (difference.kind === 'unanalysed') changes.push({ kind: 'unanalysed', bookId: difference.book.id })
    else judged.push(difference)
  }
  const hashes = await hashWhereNeeded(context, judged)
  const before = await readBookHashes(
    context.db,
    judged.flatMap((difference) => (difference.kind === 'changed' ? [difference.book.id] : [])),
  )
  const claims = await matchMovedFiles(context, judged, hashes, before)
  for (const difference of judged) {
    const hash = hashes.get(difference.file)
    if (hash === null) continue
    if (isInodeOnly(difference)) noteProof(context, difference, before, hash)
    const moved = claims.get(difference.file)
    if (moved) changes.push(...(await asMove(context, difference, moved)))
    else if (difference.kind === 'appeared') changes.push(asNew(context, difference.file, hash))
    else changes.push(...asChange(context, difference, before.get(difference.book.id) ?? '', hash!))
  }
  return changes
}

function noteProof(
  { inodeOnly }: ResolveContext,
  difference: FileToHash,
  before: ReadonlyMap<number, string>,
  hash: string | null | undefined,
): void {
  const isSame = difference.kind === 'changed' && before.get(difference.book.id) === hash
  if (isSame) inodeOnly.same++
  else inodeOnly.other++
}

/** The metadata of the file from its last analysis. */
async function readInside(db: Queryable, bookId: number): Promise<FactsInFile | undefined> {
  const facts = await readStoredBookFacts(db, bookId)
  return facts ? (JSON.parse(facts) as BookFacts).file : undefined
}

async function asMove(
  context: ResolveContext,
  difference: FileToHash,
  book: MoveCandidate,
): Promise<ScanChangeToApply[]> {
  const { file } = difference
  const inside = context.rules.usesMetadata ? await readInside(context.db, book.id) : undefined
  const { toSeries, guess } = context.rules.placeInSeries(file.path, inside)
  const isEmptied = await leftNothing(context, book)
  const from = { seriesId: book.seriesId, libraryId: book.libraryId }
  const moved: ScanChangeToApply = { kind: 'moved', bookId: book.id, from, isEmptied, file, toSeries, guess }
  // The book that was here is elsewhere, or gone.
  if (difference.kind === 'changed') return [{ kind: 'displaced', bookId: difference.book.id }, moved]
  return [moved]
}

async function leftNothing(context: ResolveContext, book: MoveCandidate): Promise<boolean> {
  const known = context.emptied.get(book.seriesId)
  if (known !== undefined) return known
  let isEmpty = true
  for (const place of await readBookPathsOfSeries(context.db, book.seriesId)) {
    if (place.id === book.id || context.movedIds.has(place.id)) continue
    if (await isFileThere(place.root, place.path)) {
      isEmpty = false
      break
    }
  }
  context.emptied.set(book.seriesId, isEmpty)
  return isEmpty
}

function asNew(context: ResolveContext, file: FoundFile, hash: string | undefined): ScanChangeToApply {
  return { kind: 'appeared', file, ...context.rules.placeInSeries(file.path), hash }
}

function asChange(
  context: ResolveContext,
  { file, book }: Extract<FileToHash, { kind: 'changed' }>,
  before: string,
  hash: string,
): ScanChangeToApply[] {
  if (before !== hash) return [{ kind: 'replaced', bookId: book.id, file, hash }]
  const changes: ScanChangeToApply[] = [{ kind: book.isDeleted ? 'returned' : 'touched', bookId: book.id, file }]
  if (book.isUnanalysed || context.isDeep) changes.push({ kind: 'unanalysed', bookId: book.id })
  return changes
}
