import type { FastifyReply, FastifyRequest } from 'fastify'
import { drawThumbnails, findChosenPicture } from '../../catalog/covers/change.ts'
import { problem } from '../../contract/problems.ts'
import { type PooledBuffer, unpooled } from '../../images/buffer-pool.ts'
import { type ThumbnailSize, thumbnailSizes } from '../../images/thumbnail.ts'
import { transcode } from '../../images/transcode.ts'
import { type CoverOwner, findPictured, type Pictured } from '../../store/cover/owner.ts'
import { findFile, readPages } from '../../store/page/find.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { matches } from '../edge/etag.ts'
import { placeholder } from './placeholder.ts'
import { sendPooled } from './pooled-buffer.ts'

export interface ThumbnailOptions {
  size?: ThumbnailSize
  /** The address names the version, so the answer never changes. */
  isVersioned?: boolean
  /** Only JPEG, for apps that say they take WebP and then do not. */
  jpegOnly?: boolean
  /** 404 where there is no picture, for apps that draw something themselves. */
  orMissing?: boolean
}

/** The cover of a book or series. A series without one of its own shows that of its first book. */
export async function deliverThumbnail(
  context: AppContext,
  viewer: Viewer,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  owner: CoverOwner,
  { size = 'small', isVersioned = false, jpegOnly = false, orMissing = false }: ThumbnailOptions = {},
): Promise<FastifyReply> {
  const pictured = await findPictured(context.db, viewer, owner)
  const webp = !jpegOnly && acceptsWebp(request)
  if (pictured) {
    const etag = `"${bytesToUuid(pictured.uid)}-${pictured.coverVersion.toString(36)}-${size}${webp ? '-w' : ''}"`
    const picture = () => findPicture(context, viewer, pictured, size)
    reply.header('etag', etag).header('vary', 'Accept')
    reply.header('cache-control', isVersioned ? 'private, max-age=31536000, immutable' : 'private, no-cache')
    if (pictured.coverVersion > 0 && matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const jpeg = await picture()
    if (jpeg?.isForNow) reply.removeHeader('etag').header('cache-control', 'no-store')
    if (jpeg) {
      const asked = webp && !jpeg.isForNow
      const made = asked ? await asWebp(context, etag, jpeg) : jpeg
      return sendPooled(reply.header('content-type', asked ? 'image/webp' : 'image/jpeg'), made)
    }
  }
  if (orMissing) {
    reply.removeHeader('etag')
    throw problem('not_found', 'There is no picture yet.')
  }
  // Nothing exists yet: drawn for the moment, and not kept by anyone.
  return reply
    .removeHeader('etag')
    .header('cache-control', 'no-store')
    .header('content-type', 'image/svg+xml')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .send(placeholder(owner.title))
}

/** The small picture of a book or series as JPEG, where it is part of another picture. */
export async function findThumbnail(context: AppContext, viewer: Viewer, owner: CoverOwner) {
  const pictured = await findPictured(context.db, viewer, owner)
  const found = pictured && (await findPicture(context, viewer, pictured, 'small'))
  return (
    found && { etag: `"${bytesToUuid(pictured.uid)}-${pictured.coverVersion.toString(36)}-small"`, bytes: found.bytes }
  )
}

async function findPicture(
  context: AppContext,
  viewer: Viewer,
  owner: Pictured,
  size: ThumbnailSize,
): Promise<Picture | undefined> {
  const uid = bytesToUuid(owner.uid)
  return (await context.images.thumbnails.find(uid, owner.coverVersion, size)) ?? makeNow(context, viewer, owner, size)
}

/** The analyser makes thumbnails while it has the file open; one that is missing is made when it is wanted. */
async function makeNow(
  context: AppContext,
  viewer: Viewer,
  owner: Pictured,
  size: ThumbnailSize,
): Promise<Picture | undefined> {
  const uid = bytesToUuid(owner.uid)
  const key = (of: ThumbnailSize) => `thumbnail ${uid} ${owner.coverVersion} ${of}`
  try {
    const chosen = await findChosenPicture(context, owner.coverId)
    if (owner.coverId !== null && !chosen) return await makeForNow(context, viewer, owner, size)
    return await context.images.cache.take(key(size), async () => {
      const source = chosen ?? (await findOwnPicture(context, viewer, owner))
      if (!source) throw new Error('there is no picture')
      const made = await drawThumbnails(context, source.bytes, source.mediaType)
      // One that cannot be kept is still shown.
      if (owner.coverVersion > 0) await context.images.thumbnails.put(uid, owner.coverVersion, made).catch(() => {})
      else
        for (const other of thumbnailSizes) if (other !== size) await context.images.cache.put(key(other), made[other])
      return made[size]
    })
  } catch {
    return undefined
  }
}

/** The chosen one is not here; perhaps it comes back, or lies with another server. Nobody keeps what is shown instead. */
async function makeForNow(context: AppContext, viewer: Viewer, owner: Pictured, size: ThumbnailSize): Promise<Picture> {
  const source = await findOwnPicture(context, viewer, owner)
  if (!source) throw new Error('there is no picture')
  const made = await drawThumbnails(context, source.bytes, source.mediaType)
  return { ...unpooled(made[size]), isForNow: true }
}

type Picture = PooledBuffer & { isForNow?: true }

/** What a book shows unless somebody chose something else: its first page, or the picture that its text brings along. */
export async function findOwnPicture(context: AppContext, viewer: Viewer, owner: Pick<CoverOwner, 'uid'>) {
  const file = await findFile(context.db, viewer, owner.uid)
  if (!file) return undefined
  const pages = await readPages(context.db, file)
  if (pages.length === 0) return context.images.texts.cover(file)
  return context.images.pages.read({ ...file, pages }, 0, { width: 1200 })
}

function asWebp(context: AppContext, etag: string, jpeg: PooledBuffer): Promise<PooledBuffer> {
  const limits = { maxPixels: context.config.limits.image_pixels }
  return context.images.cache.take(`webp ${etag}`, async () => {
    const made = await transcode(jpeg.bytes, 'image/jpeg', { format: 'webp', quality: 80 }, limits)
    return made.bytes
  })
}

/** Named, not just covered by a star: old apps send a star and show JPEG only. */
const acceptsWebp = (request: FastifyRequest): boolean => /image\/webp/i.test(String(request.headers.accept ?? ''))
