import type { ThumbnailDto } from '../../../contract/komga/thumbnails.ts'
import { probeImage } from '../../../formats/image/probe.ts'
import { transcode } from '../../../images/transcode.ts'
import type { CoverOwner } from '../../../store/cover/cover-owner.ts'
import { bytesToUuid, parseUid } from '../../../store/uid.ts'
import type { Viewer } from '../../../store/viewer.ts'
import type { AppContext } from '../../app-context.ts'
import { findDefaultCover, findThumbnailJpeg } from '../../deliver/thumbnail.ts'
import { komgaIdOf } from '../present/format-values.ts'

/** The picture from the book's file, which Komga calls generated. It has the id of its book. */
export const isGeneratedCover = (owner: CoverOwner, thumbnailId: string): boolean =>
  parseUid(thumbnailId)?.toHex() === owner.uid.toHex()

/** Some files have none: texts without a picture, and broken ones. */
export async function presentGeneratedCover(
  context: AppContext,
  viewer: Viewer,
  owner: CoverOwner,
): Promise<ThumbnailDto | undefined> {
  const selected = owner.coverId === null
  const bytes = selected
    ? (await findThumbnailJpeg(context, viewer, owner))?.bytes
    : await readGeneratedCover(context, viewer, owner)
  const size = bytes && probeImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!size) return undefined
  return {
    id: komgaIdOf(bytesToUuid(owner.uid)),
    type: 'GENERATED',
    selected,
    mediaType: 'image/jpeg',
    fileSize: bytes.length,
    width: Math.round(size.width ?? 0),
    height: Math.round(size.height ?? 0),
  }
}

/** Drawn from the file again: its thumbnail is of the cover that is shown instead. */
export async function readGeneratedCover(
  context: AppContext,
  viewer: Viewer,
  owner: CoverOwner,
): Promise<Uint8Array | undefined> {
  const picture = await findDefaultCover(context, viewer, owner).catch(() => undefined)
  return picture && drawJpeg(context, picture.bytes, picture.mediaType).catch(() => undefined)
}

export async function drawJpeg(context: AppContext, bytes: Uint8Array, mediaType: string): Promise<Uint8Array> {
  const limits = { maxPixels: context.config.limits.image_pixels }
  return (await transcode(bytes, mediaType, { format: 'jpeg', ...LARGEST }, limits)).bytes
}

const LARGEST = { width: 600, height: 900 }
