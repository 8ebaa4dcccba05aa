import type { BookFiles } from './files.ts'
import { isHtml, isImage } from './media-type.ts'
import type { ManifestItem, PackageDocument } from './package-document.ts'
import { contentOf } from './spine-images.ts'

/**
 * The path of the cover image. In this order: the manifest's `cover-image` property, `<meta name="cover">` (an id; some write a path), an item
 * whose id is as good as a name, the guide's cover, the first picture of the first document.
 */
export async function findCover(files: BookFiles, book: PackageDocument): Promise<string | undefined> {
  const exists = (item: ManifestItem | undefined) => (item && files.find(item.path) ? item : undefined)
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
    const found = exists(item)
    const image = found && (isImage(found.mediaType) ? found.path : await firstImageIn(files, found))
    if (image) return files.find(image)!.name
  }
  const first = exists(book.spine[0]?.item)
  const image = first && (isImage(first.mediaType) ? first.path : await firstImageIn(files, first))
  return image && files.find(image)!.name
}

async function firstImageIn(files: BookFiles, item: ManifestItem): Promise<string | undefined> {
  const entry = files.find(item.path)
  // A cover page is short; a whole chapter with a vignette in it is no cover.
  if (!entry || !isHtml(item.mediaType) || entry.size > 64 * 1024) return undefined
  const { images } = contentOf(await files.archive.read(entry), item.path, 0)
  return images.find((path) => files.find(path) !== undefined)
}
