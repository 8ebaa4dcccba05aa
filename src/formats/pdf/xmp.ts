import type { FileSource } from '../archive/file-source.ts'
import type { Limits } from '../limits.ts'
import type { PublicationMetadata } from '../publication.ts'
import { dateParts } from '../values/date.ts'
import { isbn13 } from '../values/isbn.ts'
import { languageTag } from '../values/language.ts'
import { distinct, plainText } from '../values/text.ts'
import { defaultXmlLimits, parseXml } from '../xml/parse.ts'
import { attributeOf, descendantsOf, elementsOf, textOf, type XmlElement } from '../xml/tree.ts'

/** How much of a file is searched at either end; PDFium has no call that gives the packet. */
const searchedBytes = 1024 * 1024

/**
 * The XMP packet of the document, found by its marks: producers leave it unpacked for programs that do not know PDF. Pictures inside have packets
 * of their own; theirs do not speak of a PDF.
 */
export function readXmp(source: FileSource, limits: Pick<Limits, 'xmlBytes'>): PublicationMetadata {
  for (const packet of packetsIn(source).toReversed()) {
    try {
      const { root } = parseXml(packet, { ...defaultXmlLimits, maxBytes: limits.xmlBytes })
      if (speaksOfPdf(root, packet)) return metadataOf(root)
    } catch {
      // A packet that cannot be read says nothing; Info remains.
    }
  }
  return {}
}

function packetsIn(source: FileSource): Buffer[] {
  const whole = source.size <= 2 * searchedBytes
  const ranges = whole
    ? [source.readAt(0, source.size)]
    : [source.readAt(0, searchedBytes), source.readAt(source.size - searchedBytes, searchedBytes)]
  return ranges.flatMap((bytes) => {
    const packets: Buffer[] = []
    for (
      let at = bytes.indexOf('<x:xmpmeta');
      at >= 0 && packets.length < 50;
      at = bytes.indexOf('<x:xmpmeta', at + 1)
    ) {
      const end = bytes.indexOf('</x:xmpmeta>', at)
      if (end < 0) break
      packets.push(bytes.subarray(at, end + '</x:xmpmeta>'.length))
    }
    return packets
  })
}

function speaksOfPdf(root: XmlElement, packet: Buffer): boolean {
  const format = textOf(property(root, 'dc', 'format')) ?? shorthand(root, 'dc:format')
  return format === undefined
    ? packet.includes('ns.adobe.com/pdf/1.3') || packet.includes('calibre')
    : format === 'application/pdf'
}

function metadataOf(root: XmlElement): PublicationMetadata {
  const one = (prefix: string, name: string) =>
    values(property(root, prefix, name))[0] ?? shorthand(root, `${prefix}:${name}`)
  const all = (prefix: string, name: string) => distinct(values(property(root, prefix, name)))
  const series = property(root, 'calibre', 'series')
  const said: PublicationMetadata = {
    title: one('dc', 'title'),
    summary: plainText(one('dc', 'description')),
    publisher: one('dc', 'publisher'),
    language: languageTag(one('dc', 'language')),
    authors: all('dc', 'creator')?.map((name) => ({ name, role: 'author' })),
    tags: all('dc', 'subject'),
    series:
      textOf(descendantsOf(series, 'value')[0]) ??
      (series && elementsOf(series).length === 0 ? textOf(series) : undefined),
    number: textOf(descendantsOf(series, 'series_index')[0])?.replace(/\.0+$/, ''),
    isbn: isbn13(one('prism', 'isbn') ?? one('dc', 'identifier')),
    ...dateParts(one('prism', 'publicationDate') ?? one('dc', 'date')),
    modified: one('xmp', 'MetadataDate') ?? one('xmp', 'ModifyDate'),
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

function property(root: XmlElement, prefix: string, name: string): XmlElement | undefined {
  return descendantsOf(root, name).find((element) => element.prefix === prefix && element.name === name)
}

/** RDF lists its values in `li`; a simple property is its own value. */
function values(element: XmlElement | undefined): string[] {
  if (!element) return []
  const items = descendantsOf(element, 'li')
  return (items.length > 0 ? items : [element]).flatMap((item) => textOf(item) ?? [])
}

/** RDF may write simple properties as attributes of the description. */
function shorthand(root: XmlElement, name: string): string | undefined {
  for (const description of descendantsOf(root, 'Description')) {
    const value = description.attributes[name] === undefined ? undefined : attributeOf(description, name)
    if (value) return value
  }
  return undefined
}
