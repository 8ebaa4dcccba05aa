import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Publication } from '../formats/publication.ts'
import { findLeftOut } from '../store/library/left-out.ts'
import type { LibraryForScan } from '../store/library/scan.ts'
import { hasLiveBooks, listLibrariesForScan, noteOnline } from '../store/library/scan.ts'
import { bump } from '../store/revision.ts'
import type { ResolvedChange } from '../store/scan/apply.ts'
import { librariesOpenToTheSame, newestBookId } from '../store/scan/candidates.ts'
import { type KnownBook, readKnown } from '../store/scan/known.ts'
import { dropStandIns } from '../store/scan/same-file.ts'
import { recountClasses } from '../store/visibility/class.ts'
import type { Renamed } from './as-renamed.ts'
import { type Compared, compare, type Difference } from './compare.ts'
import { findCopiedFirst } from './copied-first.ts'
import { noCounters, type ScanCounters, type ScanResult, TROUBLES_TOLD } from './counters.ts'
import { isGone, presence } from './presence.ts'
import { isIdleTalk, type ResolveContext, resolveChanges } from './resolve.ts'
import { checkRoot, isSameRoot, LibraryOffline, type RootIdentity } from './root.ts'
import { findRenamed } from './same-file.ts'
import { shelfRulesFor } from './shelf-rules.ts'
import { touchSidecars } from './sidecars.ts'
import type { ScanMode } from './tasks.ts'
import type { FoundFile, Met } from './walk/found.ts'
import { walkInThread } from './walk/in-thread.ts'
import type { WalkOrder } from './walk/thread.ts'
import { BATCH, type WriteHouse, writeChanges } from './write.ts'
import { isYoung, waitForYoung } from './young.ts'

export interface ScanHouse extends WriteHouse {
  /** How long a file must have been left alone. */
  settleMs: number
  /** What a file is. Without it, files that were written anew under another name are new books. */
  look?: (path: string) => Promise<Publication>
  /** Instead of a thread, for tests. */
  walk?: (order: WalkOrder, signal?: AbortSignal) => AsyncIterable<Met[]>
}

export interface ScanOrder {
  mode: ScanMode
  /** Only these folders; undefined for all. */
  folders?: readonly FolderOrder[]
  /** When it was asked for: a scan that was killed is begun anew, and some of what it found is there already. */
  askedAt?: number
}

export interface FolderOrder {
  /** Relative; '' for the library itself. */
  path: string
  /** Only the files in it, not what lies below. */
  isShallow?: boolean
}

type Judged = Exclude<Difference, { kind: 'sidecar' | 'trouble' | 'vanished' }>
type WithFile = Extract<Judged, { file: FoundFile }>

/**
 * Brings what is known of a library in line with its folder: walk → compare → changes → write. Books appear as the
 * walk goes on; what is missing is only marked at the very end, when everything that could have moved has been seen
 * and the folder is still the one it was.
 */
export async function scan(
  house: ScanHouse,
  library: LibraryForScan,
  order: ScanOrder,
  context: { signal: AbortSignal; onProgress(counters: ScanCounters): void },
): Promise<ScanResult> {
  const run = new Scan(house, library, order, context)
  return run.run()
}

class Scan {
  readonly #house: ScanHouse
  readonly #library: LibraryForScan
  readonly #order: ScanOrder
  readonly #signal: AbortSignal
  readonly #onProgress: (counters: ScanCounters) => void
  readonly #counters = noCounters()
  readonly #troubles: ScanResult['troubles'] = []
  readonly #young: { seen: number; differences: WithFile[] } = { seen: 0, differences: [] }
  readonly #vanished: KnownBook[] = []
  #waiting: Judged[] = []

  constructor(
    house: ScanHouse,
    library: LibraryForScan,
    order: ScanOrder,
    { signal, onProgress }: { signal: AbortSignal; onProgress(counters: ScanCounters): void },
  ) {
    this.#house = house
    this.#library = library
    this.#order = order
    this.#signal = signal
    this.#onProgress = onProgress
  }

  async run(): Promise<ScanResult> {
    const { db } = this.#house
    const root = await this.#openRoot()
    const resolve = await this.#prepare()
    for await (const compared of this.#compare()) await this.#take(resolve, compared)
    await this.#flush(resolve)
    const unfinished = await this.#takeYoung(resolve)
    if (!(await isSameRoot(this.#library.path, root))) {
      throw new LibraryOffline(
        `The folder ${this.#library.path} went away during the scan; nothing was marked missing.`,
      )
    }
    await this.#takeVanished(resolve)
    await db.transaction(async (tx) => {
      await noteOnline(tx, this.#library.id, true, this.#order.folders ? undefined : Date.now())
      await recountClasses(tx)
      await bump(tx, 'catalog', `library:${this.#library.id}`)
    })
    return { ...this.#counters, troubles: this.#troubles, unfinished }
  }

  async #openRoot(): Promise<RootIdentity> {
    const { db } = this.#house
    try {
      return await checkRoot(this.#library.path, await hasLiveBooks(db, this.#library.id))
    } catch (error) {
      if (error instanceof LibraryOffline) {
        await db.transaction(async (tx) => {
          await noteOnline(tx, this.#library.id, false)
          await bump(tx, 'catalog', `library:${this.#library.id}`)
        })
      }
      throw error
    }
  }

  async #prepare(): Promise<ResolveContext> {
    const { db } = this.#house
    const upTo = await newestBookId(db)
    const { askedAt } = this.#order
    return {
      db,
      library: this.#library,
      rules: shelfRulesFor(this.#library),
      libraries: await this.#neighbours(),
      upTo,
      // Where none was there before, nothing can be missing, or the clock went back.
      cameAfter: askedAt === undefined ? upTo : (await newestBookId(db, askedAt)) || upTo,
      isDeep: this.#order.mode === 'deep',
      movedIds: new Set(),
      emptied: new Map(),
      inodeOnly: { same: 0, other: 0 },
      onTrouble: (path, reason) => this.#noteTrouble(path, reason),
    }
  }

  async #neighbours(): Promise<Map<number, LibraryForScan>> {
    const ids = await librariesOpenToTheSame(this.#house.db, this.#library.id)
    const all = (await listLibrariesForScan(this.#house.db)).filter(({ id }) => ids.includes(id))
    return new Map([...all, this.#library].map((one) => [one.id, one]))
  }

  async *#compare(): AsyncGenerator<Compared> {
    const { allowedFormats, excludedPatterns, path } = this.#library
    const walk = this.#house.walk ?? walkInThread
    const options = { everything: this.#order.mode === 'deep' }
    for (const { path: folder, isShallow = false } of this.#order.folders ?? [{ path: '' }]) {
      const order: WalkOrder = { root: path, from: folder, isShallow, rules: { allowedFormats, excludedPatterns } }
      // A folder that is gone has nothing in it; a root that is gone has been found out before.
      const met = isFolderThere(path, folder) ? walk(order, this.#signal) : nothing()
      yield* compare(met, readKnown(this.#house.db, this.#library.id, folder, isShallow), options)
    }
  }

  async #take(resolve: ResolveContext, { differences, files }: Compared): Promise<void> {
    this.#signal.throwIfAborted()
    this.#counters.filesTotal += files
    this.#counters.filesProcessed += files
    const sidecars: Extract<Difference, { kind: 'sidecar' }>[] = []
    for (const difference of differences) {
      if (difference.kind === 'trouble') this.#noteTrouble(difference.path, difference.reason)
      else if (difference.kind === 'vanished') this.#vanished.push(difference.book)
      else if (difference.kind === 'sidecar') sidecars.push(difference)
      else if (isIdleTalk(resolve, difference)) continue
      else if ('file' in difference && isYoung(difference.file, this.#house.settleMs)) {
        this.#young.seen ||= Date.now()
        this.#young.differences.push(difference)
      } else this.#waiting.push(difference)
    }
    await touchSidecars(this.#house, this.#library, sidecars)
    while (this.#waiting.length >= BATCH) await this.#flush(resolve)
    this.#onProgress(this.#counters)
  }

  async #flush(resolve: ResolveContext): Promise<void> {
    const some = this.#waiting.splice(0, BATCH)
    if (some.length === 0) return
    this.#signal.throwIfAborted()
    await this.#write(await resolveChanges(resolve, await this.#withoutLeftOut(some)))
  }

  /** Asked anew each time: somebody may take books out while the scan runs. */
  async #withoutLeftOut(some: readonly Judged[]): Promise<Judged[]> {
    const paths = some.flatMap((one) => ('file' in one ? [one.file.path] : []))
    const leftOut = await findLeftOut(this.#house.db, this.#library.id, paths)
    return some.filter((one) => !('file' in one && leftOut.has(one.file.path)))
  }

  async #takeYoung(resolve: ResolveContext): Promise<string[]> {
    const { seen, differences } = this.#young
    const { ready, growing } = await waitForYoung(this.#library.path, differences, seen, this.#signal)
    this.#waiting.push(...ready)
    while (this.#waiting.length > 0) await this.#flush(resolve)
    return [...new Set(growing.map(({ file }) => folderOf(file.path)))]
  }

  async #takeVanished(resolve: ResolveContext): Promise<void> {
    const gone = this.#vanished.filter((book) => !resolve.movedIds.has(book.id))
    const isThere = presence(this.#library.path, this.#library)
    await this.#takeRenamed(resolve, gone, isThere)
    for (let start = 0; start < gone.length; start += BATCH) {
      this.#signal.throwIfAborted()
      const some = gone.slice(start, start + BATCH).filter((book) => !resolve.movedIds.has(book.id))
      const missing = some.filter((book) => !isThere(book.path))
      await this.#write(missing.map((book) => ({ kind: 'vanished', bookId: book.id })))
    }
  }

  async #takeRenamed(
    resolve: ResolveContext,
    gone: readonly KnownBook[],
    isThere: (path: string) => boolean,
  ): Promise<void> {
    const { db, look: lookInto } = this.#house
    const look =
      lookInto &&
      (async (path: string) => {
        this.#signal.throwIfAborted()
        return lookInto(path)
      })
    const renamed: Renamed[] = []
    const take = async () => {
      this.#signal.throwIfAborted()
      for (const [library, some] of Map.groupBy(renamed.splice(0), (one) => one.library)) {
        await this.#write(
          some.flatMap(({ changes }) => changes),
          library,
        )
        const standIns = some.map(({ standIn }) => standIn)
        this.#counters.booksAdded -= standIns.filter((id) => id > resolve.upTo).length
        await db.transaction((tx) => dropStandIns(tx, db.kind, library.id, standIns))
      }
    }
    for (const found of [findRenamed(resolve, gone, { isThere, look }), findCopiedFirst(resolve, gone, look)]) {
      for await (const one of found) {
        renamed.push(one)
        if (renamed.length >= BATCH / 4) await take()
      }
      if (renamed.length > 0) await take()
    }
  }

  async #write(changes: readonly ResolvedChange[], library = this.#library): Promise<void> {
    const count = (kind: ResolvedChange['kind']) => changes.filter((change) => change.kind === kind).length
    const applied = await writeChanges(this.#house, library, changes)
    this.#counters.booksAdded += applied?.created.length ?? 0
    this.#counters.booksUpdated += count('replaced')
    this.#counters.booksMoved += count('moved')
    this.#counters.booksDeleted += count('vanished')
    this.#counters.booksRestored += count('returned')
    this.#onProgress(this.#counters)
  }

  #noteTrouble(path: string, reason: string): void {
    this.#counters.errors++
    if (this.#troubles.length < TROUBLES_TOLD) this.#troubles.push({ path, reason })
  }
}

async function* nothing(): AsyncGenerator<Met[]> {}

function isFolderThere(root: string, folder: string): boolean {
  if (folder === '') return true
  try {
    lstatSync(join(root, folder))
    return true
  } catch (error) {
    return !isGone(error)
  }
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}
