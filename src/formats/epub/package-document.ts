import { FormatError } from '../errors.ts'
import { uniqueIdentifierOf } from '../opf/identifiers.ts'
import { opfMetadataOf } from '../opf/metadata.ts'
import { type PackageStatements, packageStatementsOf } from '../opf/package-statements.ts'
import type { Publication, PublicationMetadata } from '../publication.ts'
import {
  attributeOf,
  childrenNamed,
  descendantsNamed,
  firstChildNamed,
  firstDescendantNamed,
  type XmlElement,
} from '../xml/tree.ts'
import { type IsFile, resolveHref } from './href.ts'
import { resourceMediaTypeOf } from './media-type.ts'

export interface PackageDocument {
  path: string
  version: 2 | 3
  uniqueIdentifier: string | undefined
  metadata: PublicationMetadata
  /** In the order of the manifest; items outside the archive are left out. */
  items: ManifestItem[]
  /** Itemrefs whose item exists in the manifest. */
  spine: SpineItem[]
  direction: 'ltr' | 'rtl' | undefined
  /** `undefined`: the package doesn't declare it; other files may. */
  layout: 'reflowable' | 'fixed' | undefined
  spread: Publication['spread']
  ncxId: string | undefined
  /** `<meta name="cover">`: an id by the specification, sometimes a path in practice. */
  coverId: string | undefined
  /** `<guide><reference type="cover">`. */
  guideCover: string | undefined
}

export interface ManifestItem {
  id: string
  path: string
  mediaType: string
  properties: string[]
  /** Path of another item, as is `mediaOverlay`. */
  fallback?: string
  mediaOverlay?: string
}

export interface SpineItem {
  item: ManifestItem
  linear: boolean
  properties: string[]
}

export function parsePackageDocument(root: XmlElement, path: string, isFile: IsFile): PackageDocument {
  const element = root.name.toLowerCase() === 'package' ? root : firstDescendantNamed(root, 'package')
  if (!element) throw new FormatError('parser', `“${path}” is not an EPUB package document.`, { entry: path })
  const statements = packageStatementsOf(element)
  const items = manifestItems(element, (href) => resolveHref(path, href, isFile)?.path)
  const spine = firstChildNamed(element, 'spine') ?? firstDescendantNamed(element, 'spine')
  const cover = descendantsNamed(firstChildNamed(element, 'guide'), 'reference').find((reference) =>
    /^(other\.ms-)?cover/i.test(attributeOf(reference, 'type') ?? ''),
  )
  return {
    path,
    version: Number.parseInt(attributeOf(element, 'version') ?? '2', 10) >= 3 ? 3 : 2,
    uniqueIdentifier: uniqueIdentifierOf(element, statements),
    metadata: opfMetadataOf(element),
    items,
    spine: spineItems(spine, items),
    direction: directionOf(spine, statements),
    layout: layoutOf(statements),
    spread: spreadOf(statements),
    ncxId: attributeOf(spine, 'toc'),
    coverId: statements.named('cover'),
    guideCover: cover && resolveHref(path, attributeOf(cover, 'href') ?? '', isFile)?.path,
  }
}

function directionOf(spine: XmlElement | undefined, statements: PackageStatements): 'ltr' | 'rtl' | undefined {
  const declared = attributeOf(spine, 'page-progression-direction')?.toLowerCase()
  if (declared === 'ltr' || declared === 'rtl') return declared
  // Books made for Kindle say it this way: `vertical-rl`, `horizontal-rl` or `horizontal-lr`.
  return /-rl$/i.test(statements.named('primary-writing-mode')?.trim() ?? '') ? 'rtl' : undefined
}

function manifestItems(element: XmlElement, pathOf: (href: string) => string | undefined): ManifestItem[] {
  const manifest = firstChildNamed(element, 'manifest') ?? firstDescendantNamed(element, 'manifest')
  const elements = childrenNamed(manifest, 'item')
  let byId: Map<string | undefined, XmlElement> | undefined
  const pathOfItem = (id: string | undefined) => {
    if (id === undefined) return undefined
    byId ??= new Map(elements.map((item) => [attributeOf(item, 'id'), item]))
    return pathOf(attributeOf(byId.get(id), 'href') ?? '')
  }
  return elements.flatMap((item) => {
    const href = attributeOf(item, 'href')
    const path = href && pathOf(href)
    if (!path) return []
    return {
      id: attributeOf(item, 'id') ?? '',
      path,
      mediaType: resourceMediaTypeOf(attributeOf(item, 'media-type'), path),
      properties: words(attributeOf(item, 'properties')),
      ...optional('fallback', pathOfItem(attributeOf(item, 'fallback'))),
      ...optional('mediaOverlay', pathOfItem(attributeOf(item, 'media-overlay'))),
    }
  })
}

function spineItems(spine: XmlElement | undefined, items: ManifestItem[]): SpineItem[] {
  // The first of duplicate ids wins, as in crengine and Readium.
  const byId = new Map(items.toReversed().map((item) => [item.id, item]))
  return childrenNamed(spine, 'itemref').flatMap((reference) => {
    const item = byId.get(attributeOf(reference, 'idref') ?? '')
    if (!item) return []
    return {
      item,
      linear: attributeOf(reference, 'linear')?.toLowerCase() !== 'no',
      properties: words(attributeOf(reference, 'properties')),
    }
  })
}

/** EPUB 3 uses `rendition:layout`; EPUB 2 books for Kindle and Kobo use a non-standard `fixed-layout`. */
function layoutOf(statements: PackageStatements): 'reflowable' | 'fixed' | undefined {
  const value = rendition(statements, 'layout')
  if (value) return value === 'pre-paginated' ? 'fixed' : 'reflowable'
  const older = statements.named('fixed-layout')?.toLowerCase() ?? statements.named('rendition:layout')?.toLowerCase()
  if (older === 'true' || older === 'pre-paginated') return 'fixed'
  return undefined
}

/** EPUB 3.3 deprecates `portrait` and treats it as `both`. */
function spreadOf(statements: PackageStatements): Publication['spread'] {
  const value = rendition(statements, 'spread')
  if (value === 'portrait') return 'both'
  return value === 'none' || value === 'landscape' || value === 'both' || value === 'auto' ? value : undefined
}

function rendition(statements: PackageStatements, name: string): string | undefined {
  const [element] = statements.properties(`rendition:${name}`)
  return element?.children.join('').trim().toLowerCase()
}

function words(text: string | undefined): string[] {
  return text?.split(/\s+/).filter(Boolean) ?? []
}

function optional<K extends string>(key: K, value: string | undefined): { [key in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]: string })
}
