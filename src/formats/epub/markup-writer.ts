import { FormatError } from '../errors.ts'
import {
  type NamespaceScope,
  repairNamespaces,
  validAttributes,
  validElementName,
  wellKnownNamespaces,
} from './repair-xml-names.ts'

const xhtml = wellKnownNamespaces.html!

/** An open element: its name as written, and the namespaces in scope inside it. */
interface OpenElement {
  name: string
  scope: NamespaceScope
  /** `html`, `head` or `body`: its direct children may belong in another of these. */
  isSection?: boolean
}

/** Writes well-formed XML from arbitrary markup: invalid names and prefixes are repaired or dropped. */
export class MarkupWriter {
  readonly #kind: 'html' | 'xml'
  readonly #pieces: string[] = []
  readonly #stack: OpenElement[] = []
  #length = 0
  #isJustOpened = false
  #hasRoot = false
  #isWrapped = false
  /** The section of an HTML document that is open; it ends where the next begins, or with the document. */
  #section: 'head' | 'body' | undefined

  constructor(kind: 'html' | 'xml') {
    this.#kind = kind
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#stack.length === 0 && !this.#beginRoot(name)) this.#wrap()
    if (this.#stack.at(-1)?.isSection) {
      const section = sectionOf(name)
      if (section === name.toLowerCase()) {
        this.#openSection(section, attributes)
        return
      }
      this.#enter(section === 'head' && this.#section !== 'body' ? 'head' : 'body')
    }
    const isSection = this.#stack.length === 0 && this.#kind === 'html' && name.toLowerCase() === 'html'
    const { tag, written, scope } = this.#tagOf(name, attributes)
    this.#begin(tag, written, scope)
    if (isSection) this.#stack.at(-1)!.isSection = true
  }

  #tagOf(name: string, attributes: Record<string, string>): { tag: string; written: string; scope: NamespaceScope } {
    const outer = this.#stack.at(-1)?.scope ?? { xml: wellKnownNamespaces.xml! }
    if (isPlain(name, attributes)) {
      let tag = `<${name}`
      for (const key in attributes) tag += ` ${key}="${escapeAttribute(attributes[key]!)}"`
      return { tag, written: name, scope: outer }
    }
    const { scope, declarations } = repairNamespaces(name, attributes, outer, this.#kind)
    const written = validElementName(name, scope)
    let tag = `<${written}`
    for (const [key, value] of declarations) tag += ` ${key}="${escapeAttribute(value)}"`
    for (const [key, value] of validAttributes(attributes, scope)) tag += ` ${key}="${escapeAttribute(value)}"`
    return { tag, written, scope }
  }

  #openSection(name: 'head' | 'body', attributes: Record<string, string>): void {
    const { tag, scope } = this.#tagOf(name, attributes)
    this.#enter(name, tag)
    this.#stack.push({ name, scope, isSection: true })
  }

  /** Ensures one head followed by one body, as browsers do, even if the document has neither: readers rely on both. */
  #enter(section: 'head' | 'body', tag = `<${section}`): void {
    if (this.#section === section || this.#section === 'body') return
    if (section === 'body') this.#write(this.#section === 'head' ? '</head>' : '<head><title></title></head>')
    this.#write(`${tag}>`)
    this.#section = section
  }

  /** Opens an element that we generate: `tag` is the text between the angle brackets, and needs no repair. */
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
    if (element.isSection) {
      if (this.#stack.length > 0) return
      this.#enter('body')
      this.#write('</body>')
    }
    // Only elements that are void in HTML are self-closed, in case a client parses this as HTML.
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
    if (this.#stack.at(-1)?.isSection && data.trim() !== '') this.#enter('body')
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

  /** Returns false for a second root, or for an HTML fragment without one. */
  #beginRoot(name: string): boolean {
    const isRoot = !this.#hasRoot && (this.#kind === 'xml' || /^(\w+:)?html$/i.test(name))
    if (isRoot && this.#kind === 'html') this.#write('<!DOCTYPE html>\n')
    if (isRoot) this.#hasRoot = true
    return isRoot
  }

  /** Content without a root gets one; content after a closed root is appended to it, as in browsers. */
  #wrap(): void {
    if (this.#hasRoot && !this.#isWrapped) {
      this.#reopen()
      return
    }
    this.#hasRoot = true
    this.#isWrapped = true
    this.#write('<!DOCTYPE html>\n')
    const scope = { xml: wellKnownNamespaces.xml!, '': xhtml }
    this.#write(`<html xmlns="${xhtml}">`)
    this.#stack.push({ name: 'html', scope, isSection: true })
  }

  #reopen(): void {
    const name = /^<\/(.+)>$/.exec(this.#pieces.at(-1) ?? '')?.[1]
    if (name === undefined) return
    this.#pieces.pop()
    const isSection = this.#section === 'body'
    if (isSection) this.#pieces.pop()
    this.#stack.push({ name, scope: { xml: wellKnownNamespaces.xml!, '': xhtml }, isSection })
  }

  #write(piece: string): void {
    this.#length += piece.length
    if (this.#length > 64 * 1024 * 1024)
      throw new FormatError('page_extraction', 'The document is too large to display.')
    this.#pieces.push(piece)
    this.#isJustOpened = false
  }
}

const headElements: ReadonlySet<string> = new Set('title meta link style script base'.split(' '))

/** The section for a direct child of `html`, `head` or `body`; the names `head` and `body` map to themselves. */
function sectionOf(name: string): 'head' | 'body' {
  const local = name.toLowerCase()
  return local === 'head' || headElements.has(local) ? 'head' : 'body'
}

const voidElements: ReadonlySet<string> = new Set(
  'area br col hr img input link meta param source track wbr'.split(' '),
)

/** No prefix, and no element that starts a namespace: nothing to repair, as in nearly every element of a book. */
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
