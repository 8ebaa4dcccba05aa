import { FormatError } from '../errors.ts'
import { declareNamespaces, elementName, namespaces, plainAttributes, type Scope } from './xml-names.ts'

const xhtml = namespaces.html!

/** An open element: its name as written, and the namespaces that hold inside it. */
interface OpenElement {
  name: string
  scope: Scope
}

/** Writes well-formed XML from what may have been anything: names and prefixes in doubt are mended or left out. */
export class MarkupWriter {
  readonly #kind: 'html' | 'xml'
  readonly #pieces: string[] = []
  readonly #stack: OpenElement[] = []
  #length = 0
  #hasRoot = false
  #isWrapped = false

  constructor(kind: 'html' | 'xml') {
    this.#kind = kind
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#stack.length === 0 && !this.#beginRoot(name)) this.#wrap()
    const outer = this.#stack.at(-1)?.scope ?? { xml: namespaces.xml! }
    const { scope, declarations } = declareNamespaces(name, attributes, outer, this.#kind)
    const written = elementName(name, scope)
    this.#write(`<${written}`)
    for (const [key, value] of declarations) this.#write(` ${key}="${escapeAttribute(value)}"`)
    for (const [key, value] of plainAttributes(attributes, scope)) this.#write(` ${key}="${escapeAttribute(value)}"`)
    this.#write('>')
    this.#stack.push({ name: written, scope })
  }

  close(): void {
    const element = this.#stack.pop()
    if (!element) return
    const opening = this.#pieces.at(-1)
    // Only elements that are void in HTML may be written short, should anyone read this as HTML after all.
    if (opening === '>' && voidElements.has(element.name)) this.#pieces[this.#pieces.length - 1] = '/>'
    else this.#write(`</${element.name}>`)
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
    const scope = { xml: namespaces.xml!, '': xhtml }
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
    this.#stack.push({ name, scope: { xml: namespaces.xml!, '': xhtml } })
  }

  #write(piece: string): void {
    this.#length += piece.length
    if (this.#length > 64 * 1024 * 1024)
      throw new FormatError('page_extraction', 'The document is too large to be shown.')
    this.#pieces.push(piece)
  }
}

const voidElements = new Set('area br col hr img input link meta param source track wbr'.split(' '))

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (char) => (char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&gt;'))
}

function escapeAttribute(text: string): string {
  return escapeText(text).replace(/["\t\n\r]/g, (char) => (char === '"' ? '&quot;' : `&#${char.charCodeAt(0)};`))
}
