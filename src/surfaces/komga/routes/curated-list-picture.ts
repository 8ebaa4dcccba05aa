import { type PooledBuffer, unpooledBuffer } from '../../../images/buffer-pool.ts'
import { makeMosaic } from '../../../images/mosaic.ts'
import { transcode } from '../../../images/transcode.ts'
import { readBooks } from '../../../store/book/read.ts'
import { findCoverOwner } from '../../../store/cover/cover-owner.ts'
import type { CuratedListCoverRow } from '../../../store/cover/curated-list-covers.ts'
import type { ListKind } from '../../../store/curated-list/list-kind.ts'
import { type CuratedListView, listVisibleMemberIds } from '../../../store/curated-list/read.ts'
import { readSeries } from '../../../store/series/read.ts'
import { parseUid } from '../../../store/uid.ts'
import type { Viewer } from '../../../store/viewer.ts'
import type { AppContext } from '../../app-context.ts'
import { findThumbnailJpeg } from '../../deliver/thumbnail.ts'
import { notFoundProblem } from '../read-by-komga-id.ts'

/** A JPEG for a collection or a read list. */
interface ListPicture {
  etag: string
  read(): Promise<PooledBuffer>
}

export function pictureOfCover({ images, config }: AppContext, { hash, media_type }: CuratedListCoverRow): ListPicture {
  const { image_pixels: maxPixels } = config.limits
  const size = config.images.cover_size
  const read = () =>
    images.cache.take(`list cover ${hash} ${size}`, async () => {
      const bytes = await images.pictures.find(hash)
      if (!bytes) throw notFoundProblem('picture')
      const wanted = { format: 'jpeg', width: size, height: size } as const
      return (await transcode(bytes, media_type, wanted, { maxPixels })).bytes
    })
  return { etag: `"${hash.slice(0, 32)}-${size}"`, read }
}

/** The first members' covers side by side; a single one is shown as it is. */
export async function mosaicOfMembers(
  context: AppContext,
  viewer: Viewer,
  kind: ListKind,
  list: CuratedListView,
): Promise<ListPicture | undefined> {
  const { db, images, config } = context
  const { ids } = await listVisibleMemberIds(db, viewer, kind, list, { limit: 4, offset: 0 })
  const members = await (kind.member === 'book' ? readBooks : readSeries)(db, viewer, ids)
  const owners = await Promise.all(members.map(({ uid }) => findCoverOwner(db, viewer, kind.member, parseUid(uid)!)))
  const found = await Promise.all(owners.map((owner) => owner && findThumbnailJpeg(context, viewer, owner)))
  const pictures = found.filter((one) => one !== undefined)
  const [first] = pictures
  if (!first) return undefined
  if (pictures.length === 1) return { etag: first.etag, read: async () => unpooledBuffer(first.bytes) }
  const { quality } = config.images
  const etag = `"${pictures.map((one) => one.etag.replaceAll('"', '')).join('+')}-q${quality}"`
  const tiles = pictures.map((one) => one.bytes)
  const read = () => images.cache.take(`mosaic ${etag}`, () => makeMosaic(tiles, quality))
  return { etag, read }
}
