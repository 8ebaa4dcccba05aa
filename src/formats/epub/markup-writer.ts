import { FormatError } from '../errors.ts'

const namespaces: Record<string, string> = {
  xml: 'http://www.w3.org/XML/1998/namespace',
  epub: 'http://www.idpf.org/2007/ops',
  xlink: 'http://www.w3.org/1999/xlink',
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
  m: 'http://www.w3.org/1998/Math/MathML',
  mml: 'http://www.w3.org/1998/Math/MathML',
  html: 'http://www.w3.org/1999/xhtml',
  xhtml: 'http://www.w3.org/1999/xhtml',
  h: 'http://www.w3.org/1999/xhtml',
  ssml: 'http://www.w3.org/2001/10/synthesis',
}

const xhtml = namespaces.html!

/** An open element: its name as written, and the namespaces that hold inside it. */
interface OpenElement {
  name: string
  scope: Record<string, string>
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
    const { scope, declarations } = declared(name, attributes, outer, this.#kind)
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

  /** What stands outside any root gets one, once; what follows a finished root is put into a document of its own inside nothing. */
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

  /** Text or elements after `</html>`: browsers put them into the body, we at the end of the document. */
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

function declared(
  name: string,
  attributes: Record<string, string>,
  outer: Record<string, string>,
  kind: 'html' | 'xml',
) {
  const own: Record<string, string> = {}
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'xmlns') own[''] = value
    else if (/^xmlns:[\p{L}_][\p{L}\p{N}_.-]*$/u.test(key) && value !== '' && !/^xmlns:xml(ns)?$/.test(key))
      own[key.slice(6)] = value
  }
  const local = name.slice(name.indexOf(':') + 1).toLowerCase()
  if (!name.includes(':') && own[''] === undefined) {
    if (local === 'html' && outer[''] !== xhtml) own[''] = xhtml
    if (local === 'svg' && outer[''] !== namespaces.svg) own[''] = namespaces.svg!
    if (local === 'math' && outer[''] !== namespaces.math) own[''] = namespaces.math!
  }
  // An HTML document in no namespace or a wrong one would be shown as a tree of tags.
  if (local === 'html' && kind === 'html' && !name.includes(':')) own[''] = xhtml
  for (const key of [name, ...Object.keys(attributes)]) {
    const prefix = key.includes(':') ? key.slice(0, key.indexOf(':')) : ''
    if (prefix && prefix !== 'xmlns' && !(prefix in outer) && !(prefix in own) && namespaces[prefix])
      own[prefix] = namespaces[prefix]!
  }
  const declarations = Object.entries(own).map(([prefix, uri]) => [prefix ? `xmlns:${prefix}` : 'xmlns', uri] as const)
  return { scope: declarations.length > 0 ? { ...outer, ...own } : outer, declarations }
}

const xmlName = /^[\p{L}_][\p{L}\p{N}_.\u00b7-]*$/u

function elementName(name: string, scope: Record<string, string>): string {
  const [prefix, local] = name.includes(':')
    ? [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)]
    : ['', name]
  if (!xmlName.test(local)) return 'span'
  if (!prefix) return local
  // Word's `<o:p>` and its kin: a prefix nobody declared
  return prefix in scope && xmlName.test(prefix) ? name : 'span'
}

function* plainAttributes(
  attributes: Record<string, string>,
  scope: Record<string, string>,
): Generator<[string, string]> {
  const seen = new Set<string>()
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'xmlns' || key.startsWith('xmlns:')) continue
    const colon = key.indexOf(':')
    const isNamed =
      colon < 0
        ? xmlName.test(key)
        : xmlName.test(key.slice(0, colon)) && xmlName.test(key.slice(colon + 1)) && key.slice(0, colon) in scope
    if (!isNamed || seen.has(key)) continue
    seen.add(key)
    yield [key, value]
  }
}

const voidElements = new Set('area br col hr img input link meta param source track wbr'.split(' '))

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (char) => (char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&gt;'))
}

function escapeAttribute(text: string): string {
  return escapeText(text).replace(/["\t\n\r]/g, (char) => (char === '"' ? '&quot;' : `&#${char.charCodeAt(0)};`))
}
