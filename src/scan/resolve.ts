import { basename, join } from 'node:path'
import type { BookFacts } from '../catalog/merge/book-facts.ts'
import { fileHash } from '../formats/identity/file-hash.ts'
import type { LibraryForScan } from '../store/library/scan.ts'
import type { Queryable } from '../store/open.ts'
import type { ResolvedChange } from '../store/scan/apply.ts'
import {
  type Candidate,
  findCandidates,
  readFacts,
  readHashes,
  readPlaces,
  sizesKnown,
} from '../store/scan/candidates.ts'
import type { KnownFromInside, LibraryStrategies } from '../strategies/library-strategies.ts'
import type { Difference } from './compare.ts'
import { isFileThere, isStillThere } from './still-there.ts'
import type { FoundFile } from './walk/found.ts'

/** What a scan keeps in mind while it turns differences into changes. */
export interface ResolveContext {
  db: Queryable
  library: LibraryForScan
  rules: LibraryStrategies
  /** Libraries a book may have come from, this one among them. */
  libraries: ReadonlyMap<number, LibraryForScan>
  /** There are others, which not the same people see. */
  hasStrangers: boolean
  /** Books above this id came during the scan. */
  upTo: number
  /** Or during an attempt at it that was killed before it could say what is missing. */
  cameAfter: number
  /** Every file counts as changed. */
  isDeep: boolean
  /** Books that were found elsewhere; whoever finds them missing at their old place need not care. */
  movedIds: Set<number>
  /** Series none of whose books is where it was. */
  emptied: Map<number, boolean>
  /** Files whose number on the disk alone had changed: how often the content was the same after all, and how often not. */
  inodeOnly: { same: number; other: number }
  onTrouble(path: string, reason: string): void
}

/** Some network disks number their files anew all the time. Once that is clear, the numbers say nothing. */
export function isIdleTalk({ inodeOnly, isDeep }: ResolveContext, difference: Difference): boolean {
  return !isDeep && inodeOnly.other === 0 && inodeOnly.same >= ENOUGH_PROOF && isInodeOnly(difference)
}

const ENOUGH_PROOF = 200

function isInodeOnly(difference: Difference): boolean {
  if (difference.kind !== 'changed') return false
  const { file, book } = difference
  return file.size === book.size && file.mtime === book.mtime && !book.isDeleted && !book.isUnread
}

type Judged = Extract<Difference, { kind: 'appeared' | 'changed' }>

/**
 * Differences → changes: is a new file a book that moved, is a changed one still the same book? Only here are files
 * opened, and of those only new and changed ones, and of the new ones only those whose size some book has.
 */
export async function resolveChanges(
  context: ResolveContext,
  differences: readonly Exclude<Difference, { kind: 'sidecar' | 'trouble' | 'vanished' }>[],
): Promise<ResolvedChange[]> {
  const changes: ResolvedChange[] = []
  const judged: Judged[] = []
  for (const difference of differences) {
    if (difference.kind === 'returned') {
      const { file, book } = difference
      // The walk may have met it just before somebody deleted it together with its book.
      if (await isFileThere(context.library.path, file.path)) changes.push({ kind: 'returned', bookId: book.id, file })
    } else if (difference.kind === 'unread') changes.push({ kind: 'unread', bookId: difference.book.id })
    else judged.push(difference)
  }
  const hashes = await hashWhereNeeded(context, judged)
  const before = await readHashes(
    context.db,
    judged.flatMap((difference) => (difference.kind === 'changed' ? [difference.book.id] : [])),
  )
  const claims = await claimMoved(context, judged, hashes, before)
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
  difference: Judged,
  before: ReadonlyMap<number, string>,
  hash: string | null | undefined,
): void {
  const isSame = difference.kind === 'changed' && before.get(difference.book.id) === hash
  if (isSame) inodeOnly.same++
  else inodeOnly.other++
}

/** What the file said of itself when it was last read. */
async function readInside(db: Queryable, bookId: number): Promise<KnownFromInside | undefined> {
  const facts = await readFacts(db, bookId)
  return facts ? (JSON.parse(facts) as BookFacts).file : undefined
}

/** Null: the file could not be read, and is left as it was. */
async function hashWhereNeeded(
  context: ResolveContext,
  judged: readonly Judged[],
): Promise<Map<FoundFile, string | null>> {
  const appeared = judged.filter((difference) => difference.kind === 'appeared').map(({ file }) => file)
  const sizes = await sizesKnown(
    context.db,
    appeared.map((file) => file.size),
    context.upTo,
  )
  const wanted = judged.filter((difference) => difference.kind === 'changed' || sizes.has(difference.file.size))
  const hashes = new Map<FoundFile, string | null>()
  let next = 0
  const lane = async () => {
    for (let at = next++; at < wanted.length; at = next++) {
      const { file } = wanted[at]!
      try {
        hashes.set(file, await fileHash(join(context.library.path, file.path)))
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

/** Which of these files is a book that was elsewhere. A book goes to one place only, however many copies there are. */
async function claimMoved(
  context: ResolveContext,
  judged: readonly Judged[],
  hashes: ReadonlyMap<FoundFile, string | null>,
  before: ReadonlyMap<number, string>,
): Promise<Map<FoundFile, Candidate>> {
  const wanted = judged.flatMap((difference) => {
    const hash = hashes.get(difference.file)
    if (!hash) return []
    // The same content at the same place is no move.
    if (difference.kind === 'changed' && before.get(difference.book.id) === hash) return []
    return [{ ...difference.file, hash, file: difference.file }]
  })
  const claims = new Map<FoundFile, Candidate>()
  const from = { libraryIds: [...context.libraries.keys()], upTo: context.upTo }
  const candidates = await findCandidates(context.db, wanted, from)
  if (candidates.length === 0) return claims
  for (const { file, hash } of wanted) {
    const fitting = candidates
      .filter((candidate) => !context.movedIds.has(candidate.id) && fits(candidate, file, hash))
      .sort((a, b) => likeness(b, file) - likeness(a, file))
    for (const candidate of fitting) {
      if (await isStillThere(candidate, context.libraries.get(candidate.libraryId)?.lastScannedAt ?? null)) continue
      context.movedIds.add(candidate.id)
      claims.set(file, candidate)
      break
    }
  }
  return claims
}

/** Of several with the same content: rather one that was there just now, rather the same file on the disk, or its namesake. */
function likeness({ isDeleted, inode, path }: Candidate, file: FoundFile): number {
  return (isDeleted ? 0 : 4) + (inode === file.inode ? 2 : 0) + (basename(path) === basename(file.path) ? 1 : 0)
}

function fits(candidate: Candidate, file: FoundFile, hash: string): boolean {
  if (candidate.size !== file.size) return false
  if (candidate.hash !== '') return candidate.hash === hash
  return candidate.inode === file.inode && candidate.mtime === file.mtime
}

async function asMove(context: ResolveContext, difference: Judged, book: Candidate): Promise<ResolvedChange[]> {
  const { file } = difference
  const inside = context.rules.usesMetadata ? await readInside(context.db, book.id) : undefined
  const { shelf, guess } = context.rules.placeInSeries(file.path, inside)
  const isEmptied = await leftNothing(context, book)
  const from = { seriesId: book.seriesId, libraryId: book.libraryId }
  const moved: ResolvedChange = { kind: 'moved', bookId: book.id, from, isEmptied, file, shelf, guess }
  // The book that lay here is somewhere else, or nowhere.
  if (difference.kind === 'changed') return [{ kind: 'displaced', bookId: difference.book.id }, moved]
  return [moved]
}

async function leftNothing(context: ResolveContext, book: Candidate): Promise<boolean> {
  const known = context.emptied.get(book.seriesId)
  if (known !== undefined) return known
  let isEmpty = true
  for (const place of await readPlaces(context.db, book.seriesId)) {
    if (place.id === book.id || context.movedIds.has(place.id)) continue
    if (await isFileThere(place.root, place.path)) {
      isEmpty = false
      break
    }
  }
  context.emptied.set(book.seriesId, isEmpty)
  return isEmpty
}

function asNew(context: ResolveContext, file: FoundFile, hash: string | undefined): ResolvedChange {
  return { kind: 'appeared', file, ...context.rules.placeInSeries(file.path), hash }
}

function asChange(
  context: ResolveContext,
  { file, book }: Extract<Judged, { kind: 'changed' }>,
  before: string,
  hash: string,
): ResolvedChange[] {
  if (before !== hash) return [{ kind: 'replaced', bookId: book.id, file, hash }]
  const changes: ResolvedChange[] = [{ kind: book.isDeleted ? 'returned' : 'touched', bookId: book.id, file }]
  if (book.isUnread || context.isDeep) changes.push({ kind: 'unread', bookId: book.id })
  return changes
}
