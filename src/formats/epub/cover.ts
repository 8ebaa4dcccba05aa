import { documentContentsOf } from './document-contents.ts'
import type { EpubFiles } from './epub-files.ts'
import { isHtml, isImage } from './media-type.ts'
import type { ManifestItem, PackageDocument } from './package-document.ts'

/**
 * The path of the image that the book declares as its cover. In this order: the manifest's `cover-image` property,
 * `<meta name="cover">` (an id; some books put a path), an item whose id suggests a cover, the guide's cover.
 */
export async function findDeclaredCover(files: EpubFiles, book: PackageDocument): Promise<string | undefined> {
  const named = [
    book.items.find((item) => item.properties.includes('cover-image')),
    ...book.items.filter(
      (item) => book.coverId !== undefined && (item.id === book.coverId || item.path.endsWith(`/${book.coverId}`)),
    ),
    book.items.find((item) => item.id === 'cover-image' && isImage(item.mediaType)),
    book.items.find(
      (item) => /^(cover|cover[-_.]?img|img[-_.]?cover|coverimage)$/i.test(item.id) && isImage(item.mediaType),
    ),
    book.guideCover ? book.items.find((item) => item.path === book.guideCover) : undefined,
  ]
  for (const item of named) {
    const image = await imageOf(files, item)
    if (image) return image
  }
  return undefined
}

/** The fallback for books that declare none: the first picture of the first document, or one called "cover". */
export async function findFirstPicture(files: EpubFiles, book: PackageDocument): Promise<string | undefined> {
  const first = await imageOf(files, book.spine[0]?.item)
  return first ?? imageOf(files, book.items.find(isCalledCover))
}

const isCalledCover = ({ path, mediaType }: ManifestItem): boolean =>
  isImage(mediaType) && /(?:^|\/)(?:front[-_ ]?)?cover\.\w{3,4}$/i.test(path)

async function imageOf(files: EpubFiles, item: ManifestItem | undefined): Promise<string | undefined> {
  if (!item || !files.find(item.path)) return undefined
  const image = isImage(item.mediaType) ? item.path : await firstImageIn(files, item)
  return image && files.find(image)!.name
}

async function firstImageIn(files: EpubFiles, item: ManifestItem): Promise<string | undefined> {
  const entry = files.find(item.path)
  // A cover page is short; a whole chapter with a vignette in it isn't one.
  if (!entry || !isHtml(item.mediaType) || entry.size > 64 * 1024) return undefined
  const { images } = documentContentsOf(await files.archive.read(entry), item.path, 0, files.has)
  return images.find((path) => files.find(path) !== undefined)
}
