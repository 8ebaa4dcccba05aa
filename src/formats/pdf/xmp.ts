import type { FileSource } from '../archive/file-source.ts'
import type { Limits } from '../limits.ts'
import type { PublicationMetadata } from '../publication.ts'
import { dateParts } from '../values/date.ts'
import { isbn13 } from '../values/isbn.ts'
import { languageTag } from '../values/language.ts'
import { distinctTexts, plainText } from '../values/text.ts'
import { defaultXmlLimits, parseXml } from '../xml/parse.ts'
import { attributeOf, descendantsOf, elementsOf, textOf, type XmlElement } from '../xml/tree.ts'
import { findMetadataStream } from './metadata-stream.ts'

/** What the document's own XMP packet says; nothing where there is none, or it cannot be read. */
export function readXmp(source: FileSource, limits: Pick<Limits, 'xmlBytes'>): PublicationMetadata {
  const stream = findMetadataStream(source)
  if (!stream) return {}
  // Without the processing instructions around it, which need not be XML.
  const [start, end] = ['x:xmpmeta', 'rdf:RDF']
    .map((name) => [stream.indexOf(`<${name}`), stream.lastIndexOf(`</${name}>`) + name.length + 3] as const)
    .find(([begin]) => begin >= 0) ?? [0, 0]
  try {
    const packet = stream.subarray(start, end)
    return metadataOf(parseXml(packet, { ...defaultXmlLimits, maxBytes: limits.xmlBytes }).root)
  } catch {
    // A packet that cannot be read says nothing; Info remains.
    return {}
  }
}

function metadataOf(root: XmlElement): PublicationMetadata {
  const one = (prefix: string, name: string) =>
    values(property(root, prefix, name))[0] ?? shorthand(root, `${prefix}:${name}`)
  const all = (prefix: string, name: string) => distinctTexts(values(property(root, prefix, name)))
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
