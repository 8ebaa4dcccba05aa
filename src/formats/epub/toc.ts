import type { TocEntry } from '../publication.ts'
import {
  attributeOf,
  childElementsOf,
  childrenNamed,
  descendantsNamed,
  firstChildNamed,
  firstDescendantNamed,
  textOf,
  textOfChild,
  type XmlElement,
} from '../xml/tree.ts'
import type { EpubFiles } from './epub-files.ts'
import { type LinkTarget, resolveHref } from './href.ts'
import type { PackageDocument } from './package-document.ts'

/** The table of contents: from the EPUB 3 navigation document, else from the NCX. An unreadable one is ignored. */
export async function readToc(files: EpubFiles, book: PackageDocument): Promise<TocEntry[]> {
  const nav = book.items.find((item) => item.properties.includes('nav'))
  const fromNav = nav && (await entriesOf(files, nav.path, readNav))
  if (fromNav && fromNav.length > 0) return fromNav
  const ncx = book.items.find((item) => item.id === book.ncxId) ?? book.items.find((item) => item.mediaType === ncxType)
  return (ncx && (await entriesOf(files, ncx.path, readNcx))) ?? []
}

/** Finds what an address in the table of contents leads to. */
type Resolve = (href: string) => LinkTarget | undefined

const ncxType = 'application/x-dtbncx+xml'

async function entriesOf(files: EpubFiles, path: string, read: typeof readNav): Promise<TocEntry[] | undefined> {
  const document = await files.readXml(path).catch(() => undefined)
  return document && read(document.root, (href) => resolveHref(files.find(path)!.name, href, files.has))
}

export function readNav(root: XmlElement, resolve: Resolve): TocEntry[] {
  const navs = descendantsNamed(root, 'nav')
  const ofType = (type: string) => navs.find((nav) => (attributeOf(nav, 'epub:type') ?? '').split(/\s+/).includes(type))
  const nav = ofType('toc') ?? navs.find((candidate) => attributeOf(candidate, 'role') === 'doc-toc')
  const list = firstDescendantNamed(nav ?? (navs.length === 1 ? navs[0] : undefined), 'ol')
  return list ? listEntries(list, resolve) : []
}

function listEntries(list: XmlElement, resolve: Resolve): TocEntry[] {
  return childrenNamed(list, 'li').flatMap((item) => {
    const label = childElementsOf(item).find(
      (element) => element.name !== 'ol' && (element.name === 'a' || element.name === 'span' || textOf(element)),
    )
    const nested = firstChildNamed(item, 'ol')
    return entry(labelText(label), attributeOf(label, 'href'), resolve, nested ? listEntries(nested, resolve) : [])
  })
}

/** A heading may be a picture: its alternative text or title is used then. */
function labelText(label: XmlElement | undefined): string | undefined {
  if (!label) return undefined
  const image = firstDescendantNamed(label, 'img')
  return textOf(label) ?? attributeOf(image, 'alt') ?? attributeOf(image, 'title') ?? attributeOf(label, 'title')
}

export function readNcx(root: XmlElement, resolve: Resolve): TocEntry[] {
  return pointEntries(firstDescendantNamed(root, 'navMap'), resolve)
}

function pointEntries(parent: XmlElement | undefined, resolve: Resolve): TocEntry[] {
  return childrenNamed(parent, 'navPoint').flatMap((point) => {
    const title = textOfChild(firstChildNamed(point, 'navLabel'), 'text')
    return entry(title, attributeOf(firstChildNamed(point, 'content'), 'src'), resolve, pointEntries(point, resolve))
  })
}

/** Headings without a target and without children are dropped; those without a title use the file name. */
function entry(
  title: string | undefined,
  href: string | undefined,
  resolve: Resolve,
  children: TocEntry[],
): TocEntry[] {
  const target = href === undefined ? undefined : resolve(href)
  if (!target && children.length === 0) return []
  const name = title ?? target?.path.slice(target.path.lastIndexOf('/') + 1) ?? '…'
  return [
    {
      title: name,
      ...(target && { href: target.path }),
      ...(target?.fragment && { fragment: target.fragment }),
      children,
    },
  ]
}
