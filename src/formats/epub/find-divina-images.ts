import { documentContentsOf } from './document-contents.ts'
import type { EpubFiles } from './epub-files.ts'
import { isBitmap, isHtml, resourceMediaTypeOf } from './media-type.ts'
import type { SpineItem } from './package-document.ts'

/** Komga's definition of a picture book: each document contains at most this much text, and one picture. */
const maxCharacters = 15
/** Pages of picture books are a few hundred bytes; larger documents are text and aren't read. */
const maxDocumentBytes = 32 * 1024

/**
 * The pictures of an EPUB that consists only of pictures, one per spine item, in order; undefined for all others. The
 * largest document is checked first, because it is the likeliest to be text: a novel costs one comparison of sizes.
 */
export async function findDivinaImages(files: EpubFiles, spine: readonly SpineItem[]): Promise<string[] | undefined> {
  const pages = spine.filter(({ item, linear }) => linear && !item.properties.includes('nav'))
  if (pages.length === 0) return undefined
  const sizeOf = ({ item }: SpineItem) => (isBitmap(item.mediaType) ? 0 : (files.find(item.path)?.size ?? 0))
  const largestFirst = pages.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  if (sizeOf(largestFirst[0]!) > maxDocumentBytes) return undefined
  const imageOf = new Map<SpineItem, string>()
  for (const page of largestFirst) {
    const image = await imageOn(files, page)
    if (image === undefined) return undefined
    imageOf.set(page, image)
  }
  return pages.map((page) => imageOf.get(page)!)
}

async function imageOn(files: EpubFiles, { item }: SpineItem): Promise<string | undefined> {
  const entry = files.find(item.path)
  if (!entry) return undefined
  if (isBitmap(item.mediaType)) return entry.name
  if (!isHtml(item.mediaType) && item.mediaType !== 'image/svg+xml') return undefined
  const { images, characters } = documentContentsOf(
    await files.archive.read(entry),
    item.path,
    maxCharacters + 1,
    files.has,
  )
  if (images.length !== 1 || characters > maxCharacters) return undefined
  // `img` can also contain a video or an SVG drawing; neither is a page of a comic.
  const image = files.find(images[0]!)?.name
  return image !== undefined && isBitmap(resourceMediaTypeOf(undefined, image)) ? image : undefined
}
