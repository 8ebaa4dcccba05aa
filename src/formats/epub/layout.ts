import { attributeOf, descendantsNamed, textOf } from '../xml/tree.ts'
import type { EpubFiles } from './epub-files.ts'
import type { PackageDocument, SpineItem } from './package-document.ts'

export type Layout = 'reflowable' | 'fixed'

/** Layout of the whole book: from the package, else from the display options for Apple's or Kobo's reader. */
export async function bookLayout(files: EpubFiles, book: PackageDocument): Promise<Layout> {
  if (book.layout) return book.layout
  for (const path of displayOptions) {
    const document = await files.readXml(path).catch(() => undefined)
    const option = descendantsNamed(document?.root, 'option').find(
      (element) => attributeOf(element, 'name') === 'fixed-layout',
    )
    if (option) return textOf(option)?.toLowerCase() === 'true' ? 'fixed' : 'reflowable'
  }
  return 'reflowable'
}

/** Layout of one item; of several overrides the first applies (EPUB 3.3 §8.2.2.2). */
export function itemLayout(spineItem: SpineItem): Layout | undefined {
  const override = spineItem.properties.find((property) => property.startsWith('rendition:layout-'))
  if (override === 'rendition:layout-pre-paginated') return 'fixed'
  return override === 'rendition:layout-reflowable' ? 'reflowable' : undefined
}

export function itemSpread(spineItem: SpineItem): 'left' | 'right' | 'center' | undefined {
  for (const property of spineItem.properties) {
    const side = /^(?:rendition:)?page-spread-(left|right|center)$/.exec(property)?.[1]
    if (side) return side as 'left' | 'right' | 'center'
  }
  return undefined
}

const displayOptions = ['META-INF/com.apple.ibooks.display-options.xml', 'META-INF/com.kobobooks.display-options.xml']
