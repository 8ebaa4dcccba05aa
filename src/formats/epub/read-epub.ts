import type { Archive, ArchiveEntry } from '../archive/archive.ts'
import { FormatError, type FormatProblem } from '../errors.ts'
import type { Limits } from '../limits.ts'
import {
  emptyPublication,
  mergePublicationMetadata,
  type Publication,
  type Resource,
  type TocEntry,
} from '../publication.ts'
import { decodeXml } from '../xml/decode.ts'
import { attributeOf, descendantsNamed } from '../xml/tree.ts'
import { findDeclaredCover, findFirstPicture } from './cover.ts'
import { readDivinaPages } from './divina-pages.ts'
import { refuseEncryptedBook } from './encryption.ts'
import { EpubFiles } from './epub-files.ts'
import { findDivinaImages } from './find-divina-images.ts'
import { decodePercent } from './href.ts'
import { bookLayout, itemLayout, itemSpread, type Layout } from './layout.ts'
import { isBitmap } from './media-type.ts'
import { type ManifestItem, type PackageDocument, parsePackageDocument, type SpineItem } from './package-document.ts'
import { readiumPositionsOf } from './readium-positions.ts'
import { readToc } from './toc.ts'
import { parseViewportSize } from './viewport.ts'

/**
 * Reads an EPUB of either version as a publication: the container, the package, its table of contents, and of the
 * content documents only what is needed to know whether they consist only of pictures.
 */
export async function readEpub(archive: Archive, limits: Limits): Promise<Publication> {
  const files = new EpubFiles(archive, limits)
  const book = await readEpubPackage(files)
  await refuseEncryptedBook(files, book.items)
  const { entries, warnings } = spineEntries(files, book)
  const layout = await bookLayout(files, book)
  const images = await findDivinaImages(files, book.spine)
  const pages = images ? await readDivinaPages(files, images) : []
  const readingOrder = book.spine.map((item) => spineResource(files, item, layout))
  await measureFixedPages(files, readingOrder, layout)
  const positions = readiumPositionsOf(
    book.spine.map((spineItem, at) => ({
      href: readingOrder[at]!.href,
      mediaType: readingOrder[at]!.mediaType,
      packedSize: entries[at]?.packedSize ?? 0,
      isFixed: layout === 'fixed' || itemLayout(spineItem) === 'fixed',
    })),
  )
  const declared = await findDeclaredCover(files, book)
  const cover = declared ?? (await findFirstPicture(files, book)) ?? pages[0]?.fileName
  const toc = withEntryNames(files, await readToc(files, book))
  nameFromToc(readingOrder, toc)
  const metadata = book.direction ? { ...book.metadata, readingDirection: book.direction } : book.metadata
  return {
    ...emptyPublication('epub', 'epub', archive.container),
    pageCount: images ? pages.length : positions.length,
    pages,
    readingOrder,
    resources: otherResources(files, book).map((item) => (item.href === declared ? asCover(item) : item)),
    toc,
    layout,
    ...(book.spread && { spread: book.spread }),
    divina: images !== undefined,
    ...mergePublicationMetadata([{ source: 'opf', metadata }]),
    cover: cover === undefined ? null : { href: cover },
    positions,
    warnings,
  }
}

/** The package document of an opened book; a `parser` error when there is none. */
export async function readEpubPackage(files: EpubFiles): Promise<PackageDocument> {
  const path = await findPackage(files)
  const document = await files.readXml(path)
  return parsePackageDocument(document!.root, path, files.has)
}

function spineEntries(
  files: EpubFiles,
  book: PackageDocument,
): { entries: (ArchiveEntry | undefined)[]; warnings: FormatProblem[] } {
  if (book.spine.length === 0) throw new FormatError('zero_pages', 'The reading order of this EPUB is empty.')
  if (book.spine.length > files.limits.archiveEntries)
    throw new FormatError('parser', `The reading order has more than ${files.limits.archiveEntries} items.`, {
      limit: 'archiveEntries',
    })
  const entries = book.spine.map(({ item }) => files.find(item.path))
  if (entries.every((entry) => entry === undefined))
    throw new FormatError('zero_pages', 'None of the files that this EPUB lists are in the archive.')
  const missing = book.spine.filter((_, at) => entries[at] === undefined)
  const warnings = missing.slice(0, 20).map(({ item }) => ({
    type: 'page_extraction' as const,
    message: `“${item.path}” is in the reading order, but not in the archive.`,
    details: { entry: item.path },
  }))
  return { entries, warnings }
}

function resource(files: EpubFiles, item: ManifestItem): Resource {
  const entry = files.find(item.path)
  return {
    href: entry?.name ?? item.path,
    mediaType: item.mediaType,
    size: entry?.size ?? 0,
    bytes: entry ? files.archive.locate(entry) : null,
    ...(item.properties.length > 0 && { properties: item.properties }),
    ...(item.fallback !== undefined && { fallback: item.fallback }),
    ...(item.mediaOverlay !== undefined && { mediaOverlay: item.mediaOverlay }),
  }
}

function spineResource(files: EpubFiles, spineItem: SpineItem, layout: Layout): Resource {
  const own = itemLayout(spineItem)
  const spread = itemSpread(spineItem)
  return {
    ...resource(files, spineItem.item),
    ...(own && own !== layout && { layout: own }),
    ...(spread && { spread }),
    ...(!spineItem.linear && { linear: false }),
  }
}

function otherResources(files: EpubFiles, book: PackageDocument): Resource[] {
  const inSpine = new Set(book.spine.map(({ item }) => item))
  return book.items.filter((item) => !inSpine.has(item)).map((item) => resource(files, item))
}

/** Older books declare their cover elsewhere; the property marks it the same way for all of them. */
function asCover(item: Resource): Resource {
  const { properties = [] } = item
  return properties.includes('cover-image') ? item : { ...item, properties: [...properties, 'cover-image'] }
}

/** Readers lay out fixed-layout pages before they load them, so they need the sizes in advance. */
async function measureFixedPages(files: EpubFiles, readingOrder: Resource[], layout: Layout): Promise<void> {
  const fixed = readingOrder.filter((item) => (item.layout ?? layout) === 'fixed' && !isBitmap(item.mediaType))
  const resourcesOf = Map.groupBy(fixed, (item) => files.find(item.href))
  const entries = [...resourcesOf.keys()].filter((entry) => entry !== undefined)
  await files.archive.readHeads(entries, 4096, (entry, head) => {
    if (!(head instanceof Uint8Array)) return
    const text = decodeXml(head)
    for (const item of resourcesOf.get(entry) ?? []) Object.assign(item, parseViewportSize(text, item.mediaType))
  })
}

function withEntryNames(files: EpubFiles, toc: TocEntry[]): TocEntry[] {
  return toc.map((entry) => {
    const children = withEntryNames(files, entry.children)
    const { href } = entry
    return { ...entry, ...(href !== undefined && { href: files.find(href)?.name ?? href }), children }
  })
}

/** A spine item gets the title of its first entry in the table of contents. */
function nameFromToc(readingOrder: Resource[], toc: TocEntry[]): void {
  const titles = new Map<string, string>()
  const visit = (entries: TocEntry[]) => {
    for (const { href, title, children } of entries) {
      if (href && !titles.has(href)) titles.set(href, title)
      visit(children)
    }
  }
  visit(toc)
  for (const item of readingOrder) {
    const title = titles.get(item.href)
    if (title) item.title = title
  }
}

/** The path of the package document. Without a usable container.xml, the `.opf` file nearest to the root. */
async function findPackage(files: EpubFiles): Promise<string> {
  for (const path of await rootfiles(files)) if (files.find(path)) return files.find(path)!.name
  const packages = files.archive.entries.filter((entry) => entry.isFile && /\.opf$/i.test(entry.name))
  const highest = packages.toSorted((a, b) => depth(a.name) - depth(b.name) || a.index - b.index)[0]
  if (!highest) throw new FormatError('parser', 'This EPUB has no package document.')
  return highest.name
}

async function rootfiles(files: EpubFiles): Promise<string[]> {
  const container = await files.readXml('META-INF/container.xml').catch(() => undefined)
  const found = descendantsNamed(container?.root, 'rootfile')
  // There may be several renditions, the first is the default; those of another media type are skipped.
  const packages = found.filter((element) => (attributeOf(element, 'media-type') ?? packageType) === packageType)
  return (packages.length > 0 ? packages : found)
    .map((element) => decodePercent(attributeOf(element, 'full-path') ?? '').replace(/^(\.?\/)+/, ''))
    .filter(Boolean)
}

const packageType = 'application/oebps-package+xml'

function depth(path: string): number {
  return path.split('/').length
}
