import { FormatError } from '../errors.ts'
import { localName } from '../xml/tree.ts'
import { type EncodeAddress, isExternal } from './href.ts'
import { MarkupWriter } from './markup-writer.ts'
import { type MarkupHandlers, parseMarkup } from './parse-markup.ts'
import { sanitiseAttributes } from './sanitise-attributes.ts'
import { sanitiseCss } from './sanitise-css.ts'

const deepest = 4096

/**
 * Makes a content document safe to display: no scripts, no event handlers, no frames or external objects, nothing that
 * navigates or submits automatically. The output is always well-formed XML with valid namespaces, whatever the input,
 * so that a browser's XML parser accepts it.
 */
export function sanitiseDocument(bytes: Uint8Array, kind: 'html' | 'xml', encode?: EncodeAddress): string {
  let writer = new MarkupWriter(kind)
  parseMarkup(bytes, () => {
    writer = new MarkupWriter(kind)
    return cleaningEvents(writer, encode)
  })
  return writer.finish()
}

function cleaningEvents(writer: MarkupWriter, encode: EncodeAddress | undefined): MarkupHandlers {
  /** Nesting depth inside an element that is dropped with its content. */
  let dropped = 0
  let depth = 0
  /** The name written for each open element; undefined when only its content is kept. */
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
      // A form would submit, `noscript` would stay hidden: only their content is kept.
      const tag = transparent.has(local) ? undefined : name
      written.push(tag)
      if (tag === undefined) return
      writer.open(tag, sanitiseAttributes(local, attributes, encode))
      if (local === 'style') css = ''
    },
    close() {
      depth--
      if (dropped > 0) {
        dropped--
        return
      }
      if (css !== undefined) writer.text(sanitiseCss(css, encode))
      css = undefined
      if (written.pop() !== undefined) writer.close()
    },
    text(data) {
      if (dropped > 0) return
      if (css === undefined) writer.text(data)
      else css += data
    },
    instruction(target, body) {
      if (target !== 'xml-stylesheet' || !isLocalStylesheet(body)) return
      writer.instruction(
        target,
        body.replace(pseudoAttribute('href'), (href) => encode?.(href) ?? href),
      )
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
  // SMIL can set any attribute at run time, including a link's target or an event handler.
  if (/^(animate|set|animatetransform|animatemotion|animatecolor|discard)$/.test(local))
    return /^(xlink:)?href$|^on|^src$|style/i.test((attribute(attributes, 'attributeName') ?? '').trim())
  return false
}

function attribute(attributes: Record<string, string>, name: string): string | undefined {
  for (const key in attributes) if (localName(key).toLowerCase() === name.toLowerCase()) return attributes[key]
  return undefined
}

/** In an instruction, whose text only looks like attributes. */
const pseudoAttribute = (name: string) => new RegExp(`(?<=\\b${name}\\s*=\\s*["'])[^"']*(?=["'])`)

/** An XSLT stylesheet could reintroduce scripts; only the book's own CSS is linked. */
function isLocalStylesheet(body: string): boolean {
  if (body.length > 2000) return false
  const value = (name: string) => pseudoAttribute(name).exec(body)?.[0]
  const href = value('href')
  return (
    href !== undefined &&
    !isExternal(href.trim()) &&
    /^text\/css$/i.test(value('type') ?? (/\.css$/i.test(href) ? 'text/css' : ''))
  )
}
