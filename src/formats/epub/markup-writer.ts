import { FormatError } from '../errors.ts'
import {
  declareNamespaces,
  type NamespaceScope,
  safeAttributes,
  safeElementName,
  wellKnownNamespaces,
} from './namespaces-and-names.ts'

const xhtml = wellKnownNamespaces.html!

/** An open element: its name as written, and the namespaces that hold inside it. */
interface OpenElement {
  name: string
  scope: NamespaceScope
}

/** Writes well-formed XML from what may have been anything: names and prefixes in doubt are mended or left out. */
export class MarkupWriter {
  readonly #kind: 'html' | 'xml'
  readonly #pieces: string[] = []
  readonly #stack: OpenElement[] = []
  #length = 0
  #isJustOpened = false
  #hasRoot = false
  #isWrapped = false

  constructor(kind: 'html' | 'xml') {
    this.#kind = kind
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#stack.length === 0 && !this.#beginRoot(name)) this.#wrap()
    const outer = this.#stack.at(-1)?.scope ?? { xml: wellKnownNamespaces.xml! }
    if (isPlain(name, attributes)) {
      let tag = `<${name}`
      for (const key in attributes) tag += ` ${key}="${escapeAttribute(attributes[key]!)}"`
      this.#begin(tag, name, outer)
      return
    }
    const { scope, declarations } = declareNamespaces(name, attributes, outer, this.#kind)
    const written = safeElementName(name, scope)
    let tag = `<${written}`
    for (const [key, value] of declarations) tag += ` ${key}="${escapeAttribute(value)}"`
    for (const [key, value] of safeAttributes(attributes, scope)) tag += ` ${key}="${escapeAttribute(value)}"`
    this.#begin(tag, written, scope)
  }

  /** An element in words of our own: `tag` is what stands between the angle brackets, and needs no mending. */
  openWritten(name: string, tag: string): void {
    const parent = this.#stack.at(-1)
    if (parent) this.#begin(`<${tag}`, name, parent.scope)
    else this.open(name, {})
  }

  #begin(tag: string, name: string, scope: NamespaceScope): void {
    this.#write(`${tag}>`)
    this.#isJustOpened = true
    this.#stack.push({ name, scope })
  }

  close(): void {
    const element = this.#stack.pop()
    if (!element) return
    // Only elements that are void in HTML may be written short, should anyone read this as HTML after all.
    if (this.#isJustOpened && voidElements.has(element.name)) {
      this.#pieces[this.#pieces.length - 1] = `${this.#pieces.at(-1)!.slice(0, -1)}/>`
      this.#isJustOpened = false
    } else this.#write(`</${element.name}>`)
  }

  text(data: string): void {
    if (this.#stack.length === 0) {
      if (data.trim() === '' || this.#kind === 'xml') return
      this.#wrap()
    }
    this.#write(escapeText(data))
  }

  instruction(target: string, body: string): void {
    if (!this.#hasRoot) this.#write(`<?${target} ${body.replaceAll('?>', '')}?>\n`)
  }

  finish(): string {
    if (!this.#hasRoot && this.#kind === 'html') this.#wrap()
    while (this.#stack.length > 0) this.close()
    return `<?xml version="1.0" encoding="UTF-8"?>\n${this.#pieces.join('')}\n`
  }

  /** False when another root would follow the first one, or an HTML fragment has none. */
  #beginRoot(name: string): boolean {
    const isRoot = !this.#hasRoot && (this.#kind === 'xml' || /^(\w+:)?html$/i.test(name))
    if (isRoot && this.#kind === 'html') this.#write('<!DOCTYPE html>\n')
    if (isRoot) this.#hasRoot = true
    return isRoot
  }

  /** What stands outside any root gets one; what follows a root that is closed goes to its end, as in browsers. */
  #wrap(): void {
    if (this.#hasRoot && !this.#isWrapped) {
      this.#reopen()
      return
    }
    this.#hasRoot = true
    this.#isWrapped = true
    this.#write('<!DOCTYPE html>\n')
    const scope = { xml: wellKnownNamespaces.xml!, '': xhtml }
    this.#write(`<html xmlns="${xhtml}"><head><title></title></head><body>`)
    this.#stack.push({ name: 'html', scope }, { name: 'body', scope })
  }

  #reopen(): void {
    const last = this.#pieces.pop()
    const name = /^<\/(.+)>$/.exec(last ?? '')?.[1]
    if (name === undefined) {
      if (last !== undefined) this.#pieces.push(last)
      return
    }
    this.#stack.push({ name, scope: { xml: wellKnownNamespaces.xml!, '': xhtml } })
  }

  #write(piece: string): void {
    this.#length += piece.length
    if (this.#length > 64 * 1024 * 1024)
      throw new FormatError('page_extraction', 'The document is too large to be shown.')
    this.#pieces.push(piece)
    this.#isJustOpened = false
  }
}

const voidElements: ReadonlySet<string> = new Set(
  'area br col hr img input link meta param source track wbr'.split(' '),
)

/** Without any prefix, and none of those that begin a namespace: nothing to mend, as in nearly every element of a book. */
function isPlain(name: string, attributes: Record<string, string>): boolean {
  if (!PLAIN_NAME.test(name) || NAMESPACED.test(name)) return false
  for (const key in attributes) if (key === 'xmlns' || !PLAIN_NAME.test(key)) return false
  return true
}
const PLAIN_NAME = /^[A-Za-z_][\w.-]*$/
const NAMESPACED = /^(html|svg|math)$/i

function escapeText(text: string): string {
  if (!/[&<>]/.test(text)) return text
  return text.replace(/[&<>]/g, (char) => (char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&gt;'))
}

function escapeAttribute(text: string): string {
  if (!/[&<>"\t\n\r]/.test(text)) return text
  return escapeText(text).replace(/["\t\n\r]/g, (char) => (char === '"' ? '&quot;' : `&#${char.charCodeAt(0)};`))
}
