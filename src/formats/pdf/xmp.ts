import type { FileSource } from '../archive/file-source.ts'
import type { Limits } from '../limits.ts'
import type { PublicationMetadata } from '../publication.ts'
import { parseDateParts } from '../values/date.ts'
import { isbn13 } from '../values/isbn.ts'
import { languageTag } from '../values/language.ts'
import { distinctTexts, htmlToPlainText } from '../values/text.ts'
import { withoutUndefined } from '../values/without-undefined.ts'
import { defaultXmlLimits, parseXml } from '../xml/parse.ts'
import { attributeOf, childElementsOf, descendantsNamed, textOf, type XmlElement } from '../xml/tree.ts'
import { findXmpStream } from './find-xmp-stream.ts'

/** Metadata from the document's XMP packet; empty if there is none or it can't be read. */
export function readXmp(source: FileSource, limits: Pick<Limits, 'xmlBytes'>): PublicationMetadata {
  const stream = findXmpStream(source)
  if (!stream) return {}
  // Without the surrounding processing instructions, which needn't be XML.
  const [start, end] = ['x:xmpmeta', 'rdf:RDF']
    .map((name) => [stream.indexOf(`<${name}`), stream.lastIndexOf(`</${name}>`) + name.length + 3] as const)
    .find(([begin]) => begin >= 0) ?? [0, 0]
  try {
    const packet = stream.subarray(start, end)
    return metadataOf(parseXml(packet, { ...defaultXmlLimits, maxBytes: limits.xmlBytes }).root)
  } catch {
    // An unreadable packet is ignored; Info remains.
    return {}
  }
}

function metadataOf(root: XmlElement): PublicationMetadata {
  const one = (prefix: string, name: string) =>
    values(property(root, prefix, name))[0] ?? shorthand(root, `${prefix}:${name}`)
  const all = (prefix: string, name: string) => distinctTexts(values(property(root, prefix, name)))
  const series = property(root, 'calibre', 'series')
  const metadata: PublicationMetadata = {
    title: one('dc', 'title'),
    summary: htmlToPlainText(one('dc', 'description')),
    publisher: one('dc', 'publisher'),
    language: languageTag(one('dc', 'language')),
    authors: all('dc', 'creator')?.map((name) => ({ name, role: 'author' })),
    tags: all('dc', 'subject'),
    series:
      textOf(descendantsNamed(series, 'value')[0]) ??
      (series && childElementsOf(series).length === 0 ? textOf(series) : undefined),
    number: textOf(descendantsNamed(series, 'series_index')[0])?.replace(/\.0+$/, ''),
    isbn: isbn13(one('prism', 'isbn') ?? one('dc', 'identifier')),
    ...parseDateParts(one('prism', 'publicationDate') ?? one('dc', 'date')),
    modified: one('xmp', 'MetadataDate') ?? one('xmp', 'ModifyDate'),
  }
  return withoutUndefined(metadata)
}

function property(root: XmlElement, prefix: string, name: string): XmlElement | undefined {
  return descendantsNamed(root, name).find((element) => element.prefix === prefix && element.name === name)
}

/** Ghostscript writes an empty PDF string as “()”. */
export const withoutEmptyString = (text: string | undefined): string | undefined =>
  text && /^\(\s*\)$/.test(text) ? undefined : text

/** RDF lists its values in `li`; a simple property is its own value. */
function values(element: XmlElement | undefined): string[] {
  if (!element) return []
  const items = descendantsNamed(element, 'li')
  return (items.length > 0 ? items : [element]).flatMap((item) => withoutEmptyString(textOf(item)) ?? [])
}

/** In RDF simple properties may be attributes of the description. */
function shorthand(root: XmlElement, name: string): string | undefined {
  for (const description of descendantsNamed(root, 'Description')) {
    const value = description.attributes[name] === undefined ? undefined : attributeOf(description, name)
    if (value) return value
  }
  return undefined
}
