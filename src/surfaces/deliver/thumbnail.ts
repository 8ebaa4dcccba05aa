import type { FastifyReply, FastifyRequest } from 'fastify'
import { findSelectedCoverPicture, makeCoverThumbnail } from '../../catalog/covers/change-cover.ts'
import { problem } from '../../contract/problems.ts'
import { type PooledBuffer, unpooledBuffer } from '../../images/buffer-pool.ts'
import { ConcurrencyLimit } from '../../images/concurrency-limit.ts'
import { encodeCover, isAvif } from '../../images/encode-cover.ts'
import { openImage } from '../../images/open-image.ts'
import {
  coverWidths,
  type FirstPageHints,
  isSpreadCover,
  makeCoverVariant,
  type ThumbnailSize,
} from '../../images/thumbnail.ts'
import type { ImageFormat } from '../../images/transcode.ts'
import { type CoverOwner, findShownCoverOwner, type ShownCoverOwner } from '../../store/cover/cover-owner.ts'
import { readPages } from '../../store/page/read-pages.ts'
import { findBookFile } from '../../store/page/served-book-file.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { etagMatches, varyByCaller } from '../edge/etag.ts'
import { renderPlaceholderCover } from './placeholder-cover.ts'
import { sendPooledBuffer } from './send-pooled-buffer.ts'

export interface ThumbnailDeliveryOptions {
  size?: ThumbnailSize
  /** Instead of a size; rounded up to the next available width. */
  width?: number
  /** Instead of a size: as large as fits into it, never enlarged. */
  box?: { width: number; height: number }
  /** The URL contains the version, so the response never changes. */
  isVersioned?: boolean
  /** Only JPEG, for apps that claim to accept WebP and don't. */
  jpegOnly?: boolean
  /** 404 if there is no picture, for apps that draw their own. */
  orMissing?: boolean
}

/** The cover of a book or series. A series without its own shows that of its first book. */
export async function deliverThumbnail(
  context: AppContext,
  viewer: Viewer,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  owner: CoverOwner,
  {
    size = 'small',
    width,
    box,
    isVersioned = false,
    jpegOnly = false,
    orMissing = false,
  }: ThumbnailDeliveryOptions = {},
): Promise<FastifyReply> {
  const pictured = await findShownCoverOwner(context.db, viewer, owner)
  const formats = jpegOnly ? ({ format: 'jpeg' } as const) : formatsFor(request)
  const form: Form = box
    ? { name: `${box.width}x${box.height}`, box, ...formats }
    : { name: width === undefined ? size : nextWidth(width), ...formats }
  if (pictured) {
    const etag = etagOf(pictured, form)
    reply.header('etag', etag).header('vary', `Accept, ${varyByCaller}`)
    reply.header(
      'cache-control',
      isVersioned && !pictured.isPersonal ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    )
    if (pictured.coverVersion > 0 && etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const picture = await findForm(context, viewer, pictured, form)
    if (picture?.isForNow) reply.removeHeader('etag').header('cache-control', 'no-store')
    if (picture) return sendPooledBuffer(reply.header('content-type', `image/${picture.format}`), picture)
  }
  if (orMissing) {
    reply.removeHeader('etag')
    throw problem('not_found', 'There is no cover yet.')
  }
  // There is no picture yet: a placeholder, not cached by anyone.
  return reply
    .removeHeader('etag')
    .header('cache-control', 'no-store')
    .header('content-type', 'image/svg+xml')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .send(renderPlaceholderCover(owner.title))
}

/** The requested form of a cover: small, large, of a given width, or within a box. */
interface Form {
  name: ThumbnailSize | number | `${number}x${number}`
  box?: { width: number; height: number }
  format: ImageFormat
  /** Instead of a WebP that would be large. */
  mayBeAvif?: boolean
}

type Picture = PooledBuffer & { format: ImageFormat; isForNow?: true }

const etagOf = ({ uid, coverVersion }: ShownCoverOwner, { name, format, mayBeAvif }: Form): string =>
  `"${bytesToUuid(uid)}-${coverVersion.toString(36)}-${name}${format === 'jpeg' ? '' : `-${mayBeAvif ? 'light' : format[0]}`}"`

const nextWidth = (wanted: number): number => coverWidths.find((width) => width >= wanted) ?? coverWidths.at(-1)!

/** The small picture of a book or series as JPEG, as part of another picture. */
export async function findThumbnailJpeg(context: AppContext, viewer: Viewer, owner: CoverOwner) {
  const pictured = await findShownCoverOwner(context.db, viewer, owner)
  const found = pictured && (await findSmall(context, viewer, pictured))
  return found && { etag: etagOf(pictured, { name: 'small', format: 'jpeg' }), bytes: found.bytes }
}

/** The large cover of a book as JPEG, for other devices. */
export async function findLargeCoverJpeg(context: AppContext, viewer: Viewer, owner: CoverOwner) {
  const pictured = await findShownCoverOwner(context.db, viewer, owner)
  const found = pictured && (await findForm(context, viewer, pictured, { name: 'large', format: 'jpeg' }))
  return found && Buffer.from(found.bytes)
}

async function findForm(
  context: AppContext,
  viewer: Viewer,
  owner: ShownCoverOwner,
  form: Form,
): Promise<Picture | undefined> {
  if (form.name !== 'small') return makeForm(context, viewer, owner, form)
  const small = await findSmall(context, viewer, owner)
  if (!small || small.isForNow || form.format === 'jpeg') return small
  const limits = { maxPixels: context.config.limits.image_pixels }
  const made = await context.images.cache.take(`cover ${etagOf(owner, form)}`, async () => {
    const image = await openImage(small.bytes, 'image/jpeg', limits)
    return drawing.run(() =>
      encodeCover(image, { ...form, width: SMALL_WIDTH, quality: context.config.images.quality }),
    )
  })
  return asPicture(made, form)
}

/** The width of a small cover with the usual aspect ratio. */
const SMALL_WIDTH = 266

/** The format is known only after encoding. */
const asPicture = (made: PooledBuffer, { format, mayBeAvif }: Form, isForNow?: true): Picture => ({
  ...made,
  format: mayBeAvif && isAvif(made.bytes) ? 'avif' : format,
  ...(isForNow && { isForNow }),
})

async function findSmall(context: AppContext, viewer: Viewer, owner: ShownCoverOwner): Promise<Picture | undefined> {
  const stored = await context.images.thumbnails.find(bytesToUuid(owner.uid), owner.coverVersion)
  return stored ? { ...stored, format: 'jpeg' } : makeSmall(context, viewer, owner)
}

/** The analyser creates the small one while it has the file open; a missing one is created on request. */
async function makeSmall(context: AppContext, viewer: Viewer, owner: ShownCoverOwner): Promise<Picture | undefined> {
  const uid = bytesToUuid(owner.uid)
  const draw = async (source: Source) =>
    (await makeCoverThumbnail(context, source.bytes, source.mediaType, source.page)).small
  return makeFrom(context, viewer, owner, { name: 'small', format: 'jpeg' }, async (source) => {
    const small = await draw(source)
    // A thumbnail that can't be stored is still shown.
    if (owner.coverVersion > 0) await context.images.thumbnails.put(uid, owner.coverVersion, small).catch(() => {})
    return small
  })
}

function makeForm(
  context: AppContext,
  viewer: Viewer,
  owner: ShownCoverOwner,
  form: Form,
): Promise<Picture | undefined> {
  const { cover_size: side, quality } = context.config.images
  const box = form.box ?? (typeof form.name === 'number' ? { width: form.name } : { width: side, height: side })
  const limits = { maxPixels: context.config.limits.image_pixels }
  return makeFrom(context, viewer, owner, form, ({ bytes, mediaType, page }) =>
    drawing.run(() => makeCoverVariant(bytes, mediaType, { ...form, ...box, quality }, limits, page)),
  )
}

/** A page of covers requests many at once; more at a time would not be faster and would delay readers. */
const drawing = new ConcurrencyLimit(2)

async function makeFrom(
  context: AppContext,
  viewer: Viewer,
  owner: ShownCoverOwner,
  form: Form,
  make: (source: Source) => Promise<Uint8Array>,
): Promise<Picture | undefined> {
  try {
    const chosen = await findSelectedCoverPicture(context, owner.coverId)
    const find = async (): Promise<Source> => {
      const source = chosen ?? (await findDefaultCover(context, viewer, owner, form.box?.width))
      if (!source) throw new Error('there is no picture')
      return source
    }
    // The chosen picture is missing; it may return, or be on another server. The replacement must not be cached.
    if (owner.coverId !== null && !chosen) return asPicture(unpooledBuffer(await make(await find())), form, true)
    return asPicture(
      await context.images.cache.take(`cover ${etagOf(owner, form)}`, async () => make(await find())),
      form,
    )
  } catch {
    return undefined
  }
}

interface Source {
  bytes: Uint8Array
  mediaType: string
  page?: FirstPageHints
}

/** The default cover of a book: its first page, or the cover image of its EPUB. */
export async function findDefaultCover(
  context: AppContext,
  viewer: Viewer,
  owner: Pick<CoverOwner, 'uid'>,
  atLeast = 0,
) {
  const file = await findBookFile(context.db, viewer, owner.uid)
  if (!file) return undefined
  const pages = await readPages(context.db, file)
  if (pages.length === 0) return context.images.texts.cover(file)
  const { bytes, mediaType } = await context.images.pages.read({ ...file, pages }, 0, {
    width: Math.max(1200, atLeast),
  })
  return { bytes, mediaType, page: { isSpread: isSpreadCover(pages), isRightToLeft: file.isRightToLeft } }
}

/**
 * Only if named, not just matched by `*`: old apps send `*` and support JPEG only. WebP first, since it is encoded five
 * times as fast; AVIF for what would be large.
 */
function formatsFor(request: FastifyRequest): Pick<Form, 'format' | 'mayBeAvif'> {
  const accept = String(request.headers.accept ?? '')
  const mayBeAvif = /image\/avif/i.test(accept)
  if (/image\/webp/i.test(accept)) return { format: 'webp', mayBeAvif }
  return { format: mayBeAvif ? 'avif' : 'jpeg' }
}
