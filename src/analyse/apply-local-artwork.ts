import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { type CoverDeps, removeCover, setCurrentCover, storePicture } from '../catalog/covers/change-cover.ts'
import { storePictureAgain } from '../catalog/covers/delete-unused-pictures.ts'
import { openFileInLibrary } from '../images/open-file-in-library.ts'
import type { CoverOwner } from '../store/cover/cover-owner.ts'
import { addCover, findCoverById, listCovers } from '../store/cover/covers.ts'
import {
  type ArtworkOwner,
  isCoverLocked,
  readArtworkOwners,
  readStoredLocalArtwork,
  recordLocalArtwork,
  type StoredLocalArtwork,
} from '../store/cover/local-artwork.ts'
import { findCoverOwnerById } from '../store/import/cover-owner-by-id.ts'
import type { LibraryForScan } from '../store/library/library-for-scan.ts'
import { hasOwnFolder } from '../strategies/series/placement.ts'
import type { TaskContext } from '../tasks/task-kind.ts'

export interface ArtworkOutcome {
  added: number
  removed: number
}

const PICTURES: ReadonlySet<string> = new Set(['.jpg', '.jpeg', '.png', '.webp', '.tbn', '.avif', '.gif'])
const SERIES_NAMES: ReadonlySet<string> = new Set(['cover', 'default', 'folder', 'poster', 'series'])
const MAX_BYTES = 20 * 1024 * 1024
/** Maximum per book or series. */
const MAX_PICTURES = 10
const AT_ONCE = 500

/**
 * Uses the pictures next to books and in series folders as covers, and removes those that are gone. A cover chosen by a
 * user stays. If the library has disabled local artwork, all of them are removed.
 */
export async function applyLocalArtwork(
  deps: CoverDeps,
  library: LibraryForScan,
  { signal, progress }: Pick<TaskContext, 'signal' | 'progress'>,
): Promise<ArtworkOutcome> {
  const outcome: ArtworkOutcome = { added: 0, removed: 0 }
  const { localArtwork: isWanted } = library.metadataOptions
  let done = 0
  for (const entity of ['series', 'book'] as const) {
    const known = await readStoredLocalArtwork(deps.db, entity, library.id)
    if (!isWanted && known.size === 0) continue
    const folders = new FolderListing(library)
    for (let after = 0; ; ) {
      signal.throwIfAborted()
      const owners = await readArtworkOwners(deps.db, entity, library.id, { after, limit: AT_ONCE })
      if (owners.length === 0) break
      after = owners.at(-1)!.id
      for (const owner of owners) {
        const before = known.get(owner.id) ?? []
        const found = isWanted ? await folders.picturesOf(owner) : []
        // An unavailable share must not remove covers.
        if (found === 'unknown') continue
        await updateCoversOf({ deps, library, outcome }, owner, before, found)
      }
      done += owners.length
      progress(done, done, null, outcome)
    }
  }
  return outcome
}

interface ArtworkRun {
  deps: CoverDeps
  library: LibraryForScan
  outcome: ArtworkOutcome
}

/** A picture in a folder, as it is now. */
interface Found {
  path: string
  stamp: string
}

/** Caches the pictures of one folder at a time: books are read in the order they were found, folder by folder. */
class FolderListing {
  readonly #root: string
  readonly #isCalibre: boolean
  #folder: string | undefined
  #pictures: string[] | 'unknown' = []

  constructor({ path, seriesStrategy }: LibraryForScan) {
    this.#root = path
    this.#isCalibre = seriesStrategy === 'calibre'
  }

  async picturesOf({ entity, path }: ArtworkOwner): Promise<Found[] | 'unknown'> {
    if (entity === 'series' && !hasOwnFolder(path)) return []
    const folder = entity === 'series' ? path : dirname(path)
    const names = await this.#list(folder)
    if (names === 'unknown') return 'unknown'
    if (names.length === 0) return []
    const isOurs = entity === 'series' ? isSeriesPicture : picturesOfBook(path, this.#isCalibre)
    const found: Found[] = []
    for (const name of names.filter(isOurs).slice(0, MAX_PICTURES)) {
      const relative = folder === '.' || folder === '' ? name : `${folder}/${name}`
      const stats = await stat(join(this.#root, relative)).catch(() => undefined)
      if (!stats?.isFile() || stats.size === 0 || stats.size > MAX_BYTES) continue
      found.push({ path: relative, stamp: `${stats.size}-${Math.trunc(stats.mtimeMs)}` })
    }
    return found
  }

  async #list(folder: string): Promise<string[] | 'unknown'> {
    if (folder !== this.#folder) {
      this.#folder = folder
      this.#pictures = await readdir(join(this.#root, folder), { withFileTypes: true }).then(
        pictureNames,
        () => 'unknown',
      )
    }
    return this.#pictures
  }
}

function pictureNames(entries: readonly Dirent[]): string[] {
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
  return names.filter((name) => PICTURES.has(extname(name).toLowerCase()) && !name.startsWith('.')).sort()
}

const bare = (name: string): string => name.slice(0, name.length - extname(name).length).toLowerCase()
const isSeriesPicture = (name: string): boolean => SERIES_NAMES.has(bare(name))

/** `Book.jpg`, and `Book-1.jpg` if there are several; `cover.jpg` in the folder that Calibre makes for each book. */
function picturesOfBook(path: string, isCalibre: boolean): (name: string) => boolean {
  const isAlone = isCalibre && path.split('/').length > 2
  const own = bare(path.slice(path.lastIndexOf('/') + 1))
  return (name) => {
    const theirs = bare(name)
    if (isAlone && theirs === 'cover') return true
    return theirs === own || (theirs.startsWith(`${own}-`) && /^\d+$/.test(theirs.slice(own.length + 1)))
  }
}

/** Adds the pictures that are new, removes those that are gone, and chooses which of them is the current cover. */
async function updateCoversOf(
  { deps, library, outcome }: ArtworkRun,
  { entity, id }: ArtworkOwner,
  before: readonly StoredLocalArtwork[],
  found: readonly Found[],
): Promise<void> {
  const isSame = (one: StoredLocalArtwork, other: Found) => one.path === other.path && one.stamp === other.stamp
  const unchanged = before.filter((one) => found.some((other) => isSame(one, other)))
  const gone = before.filter((one) => !unchanged.includes(one))
  const added = found.filter((other) => !unchanged.some((one) => isSame(one, other)))
  if (gone.length === 0 && added.length === 0) return
  const readOwner = () => findCoverOwnerById(deps.db, entity, id)
  const owner = await readOwner()
  if (!owner) return
  const isCurrentGone = gone.some((one) => one.coverId === owner.coverId)
  let needsCurrent = isCurrentGone || (owner.coverId === null && !(await isCoverLocked(deps.db, entity, id)))
  for (const picture of added) {
    const cover = await addPictureAsCover(deps, library, await readOwner(), picture)
    if (!cover) continue
    if (needsCurrent) await setCurrentCover(deps, cover.owner, cover.row, cover.bytes, false)
    needsCurrent = false
    outcome.added++
  }
  if (needsCurrent && unchanged.length > 0) await makeCurrent(deps, await readOwner(), unchanged[0]!.coverId)
  for (const { coverId } of gone) {
    const now = await readOwner()
    const cover = await findCoverById(deps.db, coverId)
    if (now && cover) await removeCover(deps, now, cover)
    outcome.removed++
  }
}

/** Undefined if it can't be read or decoded: retried when the file changes, or with the next scan. */
async function addPictureAsCover(
  deps: CoverDeps,
  library: LibraryForScan,
  owner: CoverOwner | undefined,
  picture: Found,
) {
  const bytes = owner && (await readPicture(library.path, picture.path))
  if (!bytes) return undefined
  const stored = await storePicture(deps, bytes).catch(() => undefined)
  if (!stored) return undefined
  const isUploaded = (await listCovers(deps.db, owner)).some(
    ({ hash, source }) => hash === stored.hash && !source.startsWith('file:'),
  )
  // If a user uploaded the same picture, the uploaded one stays.
  if (isUploaded) return undefined
  const source = `file:${picture.path.slice(picture.path.lastIndexOf('/') + 1)}`
  const row = await deps.db.transaction(async (tx) => {
    const added = await addCover(tx, owner, { source, ...stored })
    await recordLocalArtwork(tx, added.id, picture)
    return added
  })
  await storePictureAgain(deps, bytes)
  return { owner, row, bytes }
}

async function makeCurrent(deps: CoverDeps, owner: CoverOwner | undefined, coverId: number): Promise<void> {
  const cover = await findCoverById(deps.db, coverId)
  const bytes = cover && (await deps.images.pictures.find(cover.hash))
  if (owner && cover && bytes) await setCurrentCover(deps, owner, cover, bytes, false)
}

async function readPicture(root: string, path: string): Promise<Uint8Array | undefined> {
  try {
    const handle = await openFileInLibrary({ path: join(root, path), root })
    try {
      const bytes = await handle.readFile()
      return bytes.length <= MAX_BYTES ? bytes : undefined
    } finally {
      await handle.close()
    }
  } catch {
    return undefined
  }
}
