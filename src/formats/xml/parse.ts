import { decodeHTMLStrict } from 'entities/decode'
import { SaxesParser } from 'saxes'
import { decodeXml, withoutForbiddenCharacters } from './decode.ts'
import { localName, type XmlElement } from './tree.ts'

export interface XmlLimits {
  maxBytes: number
  maxDepth: number
  maxElements: number
}

export const defaultXmlLimits: XmlLimits = { maxBytes: 16 * 1024 * 1024, maxDepth: 512, maxElements: 500_000 }

export interface XmlDocument {
  root: XmlElement
  /** False when tags don't nest or the file ends early: the tree then contains what could be parsed. */
  wellNested: boolean
}

/** XML that must not or can't be parsed. Callers convert it to the error of their file type. */
export class XmlError extends Error {
  override name = 'XmlError'
}

/**
 * Parses XML as it occurs in real files: any encoding, stray ampersands, forbidden characters, HTML entities,
 * undeclared prefixes. Refuses documents that declare entities (expansion bombs, external files), and those that exceed
 * the limits. A document type alone is harmless, since nothing it references is ever fetched.
 */
export function parseXml(source: Uint8Array | string, limits: XmlLimits = defaultXmlLimits): XmlDocument {
  if (source.length > limits.maxBytes) throw new XmlError(`XML of ${source.length} bytes exceeds ${limits.maxBytes}`)
  const text = typeof source === 'string' ? withoutForbiddenCharacters(source) : decodeXml(source)
  const first = readTree(text, limits)
  if (first.wellNested && !first.badEntity) return asDocument(first)
  // After a bare ampersand saxes reads up to the next semicolon, even across tags, so the text is repaired and parsed
  // again
  const escaped = escapeBareAmpersands(text)
  return asDocument(escaped === text ? first : readTree(escaped, limits))
}

interface Reading {
  root: XmlElement | undefined
  wellNested: boolean
  badEntity: boolean
}

function asDocument(reading: Reading): XmlDocument {
  if (!reading.root) throw new XmlError('not XML: no element found')
  return { root: reading.root, wellNested: reading.wellNested }
}

function readTree(text: string, limits: XmlLimits): Reading {
  const reading: Reading = { root: undefined, wellNested: true, badEntity: false }
  const open: XmlElement[] = []
  let elements = 0
  const parser = new SaxesParser({ position: false })
  parser.ENTITIES = namedEntities
  parser.on('doctype', refuseEntityDeclarations)
  parser.on('opentag', (tag) => {
    if (open.length >= limits.maxDepth) throw new XmlError(`XML nested deeper than ${limits.maxDepth}`)
    if (++elements > limits.maxElements) throw new XmlError(`XML of more than ${limits.maxElements} elements`)
    const colon = tag.name.indexOf(':')
    const element: XmlElement = {
      name: localName(tag.name),
      prefix: colon > 0 ? tag.name.slice(0, colon) : '',
      attributes: tag.attributes as Record<string, string>,
      children: [],
    }
    open.at(-1)?.children.push(element)
    if (!reading.root) reading.root = element
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', (data) => void open.at(-1)?.children.push(data))
  parser.on('cdata', (data) => void open.at(-1)?.children.push(data))
  parser.on('error', ({ message }) => {
    if (message.includes('entity')) reading.badEntity = true
    if (nestingFault.test(message)) reading.wellNested = false
  })
  parser.write(text.trimStart()).close()
  return reading
}

/** saxes errors that affect the tree itself; its other errors leave the structure intact. */
const nestingFault = /^(unclosed tag|unexpected|unmatched|weird|disallowed character in (tag name|closing tag))/

export function refuseEntityDeclarations(doctype: string): void {
  if (/<!\s*ENTITY/i.test(doctype)) throw new XmlError('XML that declares entities is refused')
}

/** Entities such as `&nbsp;` are declared in the XHTML DTD, which is never fetched, so they're built in here. */
export const namedEntities: Record<string, string> = new Proxy(Object.create(null) as Record<string, string>, {
  get(known, name) {
    if (typeof name !== 'string') return undefined
    if (name in known) return known[name]
    const decoded = /^[A-Za-z][A-Za-z0-9]{1,31}$/.test(name) ? decodeHTMLStrict(`&${name};`) : ''
    if (!decoded || decoded === `&${name};`) return undefined
    known[name] = decoded
    return decoded
  },
})

/**
 * Replaces every `&` that doesn't start a reference with `&amp;`, except in CDATA and comments, where it is plain text.
 * A loop instead of one pattern, which would take quadratic time on a file full of unclosed sections.
 */
function escapeBareAmpersands(text: string): string {
  const pieces: string[] = []
  let copied = 0
  let section = nextSection(text, 0)
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    while (section.end <= at) section = nextSection(text, section.end)
    if (section.start < at) {
      at = section.end - 1
      continue
    }
    reference.lastIndex = at
    if (reference.test(text)) continue
    pieces.push(text.slice(copied, at), '&amp;')
    copied = at + 1
  }
  return copied === 0 ? text : pieces.join('') + text.slice(copied)
}

const reference = /&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/y

/** The next CDATA section or comment from `from` on; infinity when there is none. */
function nextSection(text: string, from: number): { start: number; end: number } {
  for (let start = text.indexOf('<!', from); start >= 0; start = text.indexOf('<!', start + 2)) {
    const close = text.startsWith('<![CDATA[', start) ? ']]>' : text.startsWith('<!--', start) ? '-->' : undefined
    if (!close) continue
    const end = text.indexOf(close, start)
    return { start, end: end < 0 ? text.length : end + close.length }
  }
  return { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY }
}
