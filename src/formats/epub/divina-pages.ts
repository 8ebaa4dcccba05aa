import type { Page } from '../publication.ts'
import type { BookFiles } from './files.ts'
import { mediaTypeOf } from './media-type.ts'

/** The pictures of an image-only EPUB as pages, as if they lay in a comic. */
export async function readDivinaPages(files: BookFiles, images: readonly string[]): Promise<Page[]> {
  return images.map((name) => {
    const entry = files.find(name)!
    return {
      fileName: entry.name,
      mediaType: mediaTypeOf(undefined, entry.name),
      width: null,
      height: null,
      size: entry.size,
      entry: entry.index,
      bytes: files.archive.locate(entry),
    }
  })
}
