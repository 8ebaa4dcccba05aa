import { FormatError } from '../errors.ts'
import { localName } from '../xml/tree.ts'
import { isExternal } from './href.ts'
import { MarkupWriter } from './markup-writer.ts'
import { type MarkupHandlers, parseMarkup } from './parse-markup.ts'
import { sanitiseAttributes } from './sanitise-attributes.ts'
import { sanitiseCss } from './sanitise-css.ts'

const deepest = 4096

/**
 * A content document made safe to show: no scripts, no handlers, no frames or objects from elsewhere, nothing that navigates or submits by itself.
 * What comes out is always well-formed XML with its namespaces in order, whatever went in, so that a browser's XML parser takes it.
 */
export function sanitiseDocument(bytes: Uint8Array, kind: 'html' | 'xml'): string {
  let writer = new MarkupWriter(kind)
  parseMarkup(bytes, () => {
    writer = new MarkupWriter(kind)
    return cleaningEvents(writer)
  })
  return writer.finish()
}

function cleaningEvents(writer: MarkupWriter): MarkupHandlers {
  /** How deep we are inside an element that is dropped with all it holds. */
  let dropped = 0
  let depth = 0
  /** For each open element what was written for it: its new name, or nothing when only its content stays. */
  const written: (string | undefined)[] = []
  let css: string | undefined
  return {
    open(name, attributes) {
      if (++depth > deepest) throw new FormatError('page_extraction', 'The document is nested too deeply to display.')
      const local = localName(name).toLowerCase()
      if (dropped > 0 || isDropped(local, attributes)) {
        dropped++
        return
      }
      // A form would submit, `noscript` would stay hidden: their content stays, they go.
      const tag = transparent.has(local) ? undefined : name
      written.push(tag)
      if (tag === undefined) return
      writer.open(tag, sanitiseAttributes(local, attributes))
      if (local === 'style') css = ''
    },
    close() {
      depth--
      if (dropped > 0) {
        dropped--
        return
      }
      if (css !== undefined) writer.text(sanitiseCss(css))
      css = undefined
      if (written.pop() !== undefined) writer.close()
    },
    text(data) {
      if (dropped > 0) return
      if (css === undefined) writer.text(data)
      else css += data
    },
    instruction(target, body) {
      if (target === 'xml-stylesheet' && isLocalStylesheet(body)) writer.instruction(target, body)
    },
  }
}

const removed: ReadonlySet<string> = new Set(
  'script applet embed frame frameset base portal fencedframe handler listener bgsound keygen isindex noembed noframes xml'.split(
    ' ',
  ),
)

const transparent: ReadonlySet<string> = new Set(['form', 'noscript'])

function isDropped(local: string, attributes: Record<string, string>): boolean {
  if (removed.has(local)) return true
  if (local === 'meta')
    return attribute(attributes, 'http-equiv') !== undefined || attribute(attributes, 'charset') !== undefined
  if (local === 'link') {
    const isStylesheet = /(^|\s)stylesheet(\s|$)/i.test(attribute(attributes, 'rel') ?? '')
    return !isStylesheet || isExternal((attribute(attributes, 'href') ?? '').trim())
  }
  // SMIL can write any attribute at run time, a link's target or a handler among them.
  if (/^(animate|set|animatetransform|animatemotion|animatecolor|discard)$/.test(local))
    return /^(xlink:)?href$|^on|^src$|style/i.test((attribute(attributes, 'attributeName') ?? '').trim())
  return false
}

function attribute(attributes: Record<string, string>, name: string): string | undefined {
  for (const key in attributes) if (localName(key).toLowerCase() === name.toLowerCase()) return attributes[key]
  return undefined
}

/** A stylesheet in XSLT could put scripts back in; only CSS of the book itself is linked. */
function isLocalStylesheet(body: string): boolean {
  if (body.length > 2000) return false
  const value = (name: string) => new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(body)?.[1]
  const href = value('href')
  return (
    href !== undefined &&
    !isExternal(href.trim()) &&
    /^text\/css$/i.test(value('type') ?? (/\.css$/i.test(href) ? 'text/css' : ''))
  )
}
