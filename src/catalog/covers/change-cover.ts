import type { Config } from '../../config/settings.ts'
import { problem } from '../../contract/problems.ts'
import type { Events } from '../../events/events.ts'
import type { ImageHeader } from '../../formats/image/image-header.ts'
import { probeImage } from '../../formats/image/probe.ts'
import type { BookContentReaders } from '../../images/book-content-readers.ts'
import { ImageError } from '../../images/image-error.ts'
import { type FirstPageHints, makeThumbnail } from '../../images/thumbnail.ts'
import type { CoverOwner } from '../../store/cover/cover-owner.ts'
import {
  addCover,
  type CoverRow,
  deleteCover,
  findCoverById,
  listCovers,
  readCoverVersion,
  setShownCover,
} from '../../store/cover/covers.ts'
import type { Db } from '../../store/open.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { deleteUnusedPictures, storePictureAgain } from './delete-unused-pictures.ts'

export interface CoverDeps {
  config: Config
  db: Db
  events: Pick<Events, 'emit'>
  images: Pick<BookContentReaders, 'pictures' | 'thumbnails'>
}

/** Stores a picture as a cover of this book or series, shows it from now on, and locks it. */
export async function addCoverByUser(
  deps: CoverDeps,
  owner: CoverOwner,
  bytes: Uint8Array,
  source: string,
): Promise<CoverRow> {
  const picture = await storePicture(deps, bytes)
  const cover = await deps.db.transaction((tx) => addCover(tx, owner, { source, ...picture }))
  await storePictureAgain(deps, bytes)
  await setCurrentCover(deps, owner, cover, bytes)
  return cover
}

/**
 * Stores a picture that a plugin found, the newest of each plugin. It is shown if `isShown`, and never locked: only
 * users lock covers.
 */
export async function addCoverByPlugin(
  deps: CoverDeps,
  owner: CoverOwner,
  bytes: Uint8Array,
  source: string,
  { isShown }: { isShown: boolean },
): Promise<CoverRow> {
  const before = (await listCovers(deps.db, owner)).filter((one) => one.source === source)
  const picture = await storePicture(deps, bytes)
  const cover = await deps.db.transaction((tx) => addCover(tx, owner, { source, ...picture }))
  await storePictureAgain(deps, bytes)
  if (isShown) await setCurrentCover(deps, owner, cover, bytes, false)
  for (const old of before) {
    if (old.id !== cover.id && old.id !== owner.coverId) await removeCover(deps, owner, old)
  }
  return cover
}

/** Draws the picture before storing it: one that can't be shown isn't stored. */
export async function storePicture(deps: CoverDeps, bytes: Uint8Array) {
  const { mediaType: media_type, width, height } = await checkPicture(deps, bytes)
  return { hash: await deps.images.pictures.put(bytes), media_type, width, height }
}

/** Draws it without storing anything. */
export async function checkPicture(deps: Pick<CoverDeps, 'config'>, bytes: Uint8Array) {
  const probe = probeImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!probe || probe.mediaType === 'image/svg+xml') {
    throw problem(
      'unsupported_media_type',
      'This file can’t be used as a cover. Upload a JPEG, PNG, WebP or AVIF image.',
    )
  }
  if (hasTooManyPixels(probe, deps.config)) throw problem('unprocessable', 'The image is too large.')
  await makeCoverThumbnail(deps, bytes, probe.mediaType)
  return probe
}

/** A few kilobytes can be a picture of gigabytes. */
export const hasTooManyPixels = ({ width, height }: ImageHeader, { limits }: Config): boolean =>
  (width ?? 0) * (height ?? 0) > limits.image_pixels

export async function selectCover(deps: CoverDeps, owner: CoverOwner, cover: CoverRow): Promise<void> {
  const bytes = await deps.images.pictures.find(cover.hash)
  if (!bytes) throw problem('not_found', 'The image of this cover no longer exists.')
  await setCurrentCover(deps, owner, cover, bytes)
}

/** Shows a cover from now on; pass `isLocked` as false if no user chose it. */
export async function setCurrentCover(
  deps: CoverDeps,
  owner: CoverOwner,
  cover: CoverRow,
  bytes: Uint8Array,
  isLocked = true,
): Promise<void> {
  const { small, color, width, height } = await makeCoverThumbnail(deps, bytes, cover.media_type)
  await showAs(deps, owner, async (version) => {
    await deps.images.thumbnails.put(bytesToUuid(owner.uid), version, small)
    const shown = { coverId: cover.id, version, color, width, height }
    return deps.db.transaction((tx) => setShownCover(tx, owner, shown, isLocked))
  })
}

/** Returns to the cover from the file. The version is new, so that every cache reloads it; it is drawn on request. */
export async function resetCover(deps: CoverDeps, owner: CoverOwner): Promise<void> {
  await showAs(deps, owner, (now) => {
    const version = owner.entity === 'book' ? now : 0
    const shown = { coverId: null, version, color: null, width: null, height: null }
    return deps.db.transaction((tx) => setShownCover(tx, owner, shown, false))
  })
}

/** The version is the current time, or one above the present version: two pictures must not share one. */
async function showAs(deps: CoverDeps, owner: CoverOwner, show: (version: number) => Promise<boolean>): Promise<void> {
  for (let before: number | undefined = owner.coverVersion; ; ) {
    if (await show(Math.max(Date.now(), before + 1))) break
    before = await readCoverVersion(deps.db, owner)
    if (before === undefined) throw problem('not_found', 'The book or series no longer exists.')
  }
  await deps.images.thumbnails.remove(bytesToUuid(owner.uid), owner.coverVersion)
  emitCoverEvent(deps, owner)
}

export async function removeCover(deps: CoverDeps, owner: CoverOwner, cover: CoverRow): Promise<void> {
  await deps.db.transaction((tx) => deleteCover(tx, owner, cover))
  if (owner.coverId === cover.id) await resetCover(deps, owner)
  emitCoverEvent(deps, owner, { removed: true })
  await deleteUnusedPictures(deps, cover.hash)
}

/** The selected picture, if there is one and it still exists. */
export async function findSelectedCoverPicture(deps: CoverDeps, coverId: number | null) {
  const cover = coverId === null ? undefined : await findCoverById(deps.db, coverId)
  const bytes = cover && (await deps.images.pictures.find(cover.hash))
  return cover && bytes ? { bytes, mediaType: cover.media_type } : undefined
}

export function makeCoverThumbnail(
  { config }: Pick<CoverDeps, 'config'>,
  bytes: Uint8Array,
  mediaType: string,
  page?: FirstPageHints,
) {
  const { thumbnail_size: small, quality } = config.images
  const options = { small, quality, maxPixels: config.limits.image_pixels }
  return makeThumbnail(bytes, mediaType, options, page).catch((error: unknown) => {
    const isUnsupported = error instanceof ImageError && error.reason === 'unsupported'
    throw problem('unprocessable', isUnsupported ? error.message : 'This image can’t be read.')
  })
}

function emitCoverEvent(deps: CoverDeps, owner: CoverOwner, more: { removed?: true } = {}): void {
  deps.events.emit(
    {
      type: 'cover_updated',
      entityType: owner.entity,
      entityId: bytesToUuid(owner.uid),
      libraryId: bytesToUuid(owner.libraryUid),
      ...more,
    },
    { class: owner.class },
  )
}
