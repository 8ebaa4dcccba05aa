import { Parser } from 'htmlparser2'
import { SaxesParser } from 'saxes'
import { decodeXml } from '../xml/decode.ts'
import { namedEntities } from '../xml/parse.ts'

/** Callbacks for the parts of a content document, in document order. Names are as written, including prefixes. */
export interface MarkupHandlers {
  open(name: string, attributes: Record<string, string>): void
  close(name: string): void
  text(data: string): void
  /** Processing instructions, except `xml` itself. */
  instruction?(target: string, body: string): void
}

/**
 * Reads a content document: strictly as XML and, if it isn't well-formed, a second time the way browsers parse HTML.
 * `begin` is called for each attempt, so that nothing remains of the first.
 */
export function parseMarkup(bytes: Uint8Array, begin: (isXml: boolean) => MarkupHandlers): void {
  const text = decodeXml(bytes).trimStart()
  if (!readAsXml(text, begin(true))) readAsHtml(text, begin(false))
}

function readAsXml(text: string, events: MarkupHandlers): boolean {
  if (!text.startsWith('<')) return false
  const parser = new SaxesParser({ position: false })
  parser.ENTITIES = namedEntities
  parser.on('doctype', (doctype) => {
    const declared = declaredEntities(doctype)
    if (declared)
      parser.ENTITIES = new Proxy(declared, {
        get: (own, name) => Reflect.get(own, name) ?? Reflect.get(namedEntities, name),
      })
  })
  parser.on('opentag', (tag) => events.open(tag.name, tag.attributes as Record<string, string>))
  parser.on('closetag', (tag) => events.close(tag.name))
  parser.on('text', (data) => events.text(data))
  parser.on('cdata', (data) => events.text(data))
  parser.on('processinginstruction', ({ target, body }) => events.instruction?.(target, body))
  parser.on('error', (error) => {
    throw error
  })
  try {
    parser.write(text).close()
    return true
  } catch (error) {
    if (error instanceof Error && notWellFormed(error)) return false
    throw error
  }
}

/** Errors thrown by the handlers must not be mistaken for errors of the document. */
function notWellFormed(error: Error): boolean {
  return error.constructor === Error
}

function readAsHtml(text: string, events: MarkupHandlers): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => events.open(name, lowerShouting(attributes)),
      onclosetag: (name) => events.close(name),
      ontext: (data) => events.text(data),
    },
    {
      decodeEntities: true,
      recognizeSelfClosing: true,
      recognizeCDATA: true,
      lowerCaseTags: true,
      lowerCaseAttributeNames: false,
    },
  )
  parser.end(withRawTextClosed(withoutDeclarations(text)))
}

/** Without an end tag, these would swallow the whole chapter. */
function withRawTextClosed(text: string): string {
  const title = text.search(/<title\b[^>]*(?<!\/)>/i)
  const closed = title < 0 || /<\/title\b/i.test(text) ? text : closedAt(text, 'title', title, /[^<]*/y)
  const style = closed.search(/<style\b[^>]*(?<!\/)>/i)
  return style < 0 || /<\/style\b/i.test(closed)
    ? closed
    : closedAt(closed, 'style', style, /[\s\S]*?(?=<\/head\b|<body\b|$)/iy)
}

function closedAt(text: string, name: string, start: number, content: RegExp): string {
  content.lastIndex = text.indexOf('>', start) + 1
  const end = content.lastIndex + (content.exec(text)?.[0].length ?? 0)
  return `${text.slice(0, end)}</${name}>${text.slice(end)}`
}

/** HTML would treat an internal DTD subset as text, and so end the head. Only the first doctype is considered. */
function withoutDeclarations(text: string): string {
  const start = text.search(/<!DOCTYPE\s/i)
  if (start === -1) return text
  INTERNAL_SUBSET.lastIndex = start
  if (!INTERNAL_SUBSET.test(text)) return text
  return `${text.slice(0, start)}<!DOCTYPE html>${text.slice(INTERNAL_SUBSET.lastIndex)}`
}

const INTERNAL_SUBSET =
  /<!DOCTYPE\s[^[>]{0,1000}\[(?:[^\]"'<]|"[^"]*"|'[^']*'|<!--[\s\S]*?-->|<(?!!--)[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*>)*\]\s*>/iy

/** `HREF` is `href`, but SVG's `viewBox` must keep its capital. */
function lowerShouting(attributes: Record<string, string>): Record<string, string> {
  const lowered: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes))
    lowered[name === name.toUpperCase() ? name.toLowerCase() : name] ??= value
  return lowered
}

/**
 * The few books that declare their own entities use them for short texts. Only those are accepted: entities with
 * markup, references to other entities or external content stay unknown, so that nothing can expand.
 */
function declaredEntities(doctype: string): Record<string, string> | undefined {
  if (!doctype.includes('<!ENTITY')) return undefined
  const found: Record<string, string> = Object.create(null)
  for (const [, name, double, single] of doctype.matchAll(
    /<!ENTITY\s+([\w.-]{1,32})\s+(?:"([^"<&%]{0,200})"|'([^'<&%]{0,200})')\s*>/g,
  )) {
    found[name!] = double ?? single ?? ''
  }
  return found
}
