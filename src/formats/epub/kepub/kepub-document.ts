import { localName } from '../../xml/tree.ts'
import { MarkupWriter } from '../markup-writer.ts'
import { type MarkupHandlers, parseMarkup } from '../parse-markup.ts'

/** Part of the cache key of converted books: change it whenever the output for the same document changes. */
export const KEPUB_CONVERTER_VERSION = 4

/** One sentence or picture that a Kobo can address. */
export interface KoboSpan {
  /** `kobo.<paragraph>.<segment>` */
  id: string
  /** Number of characters before it in the document. */
  offset: number
}

export interface KepubDocument {
  markup: string
  spans: KoboSpan[]
  /** Number of characters in the whole document. */
  length: number
}

/**
 * Adds the spans with which a Kobo stores positions and highlights to a content document. The same bytes always yield
 * the same spans: positions stored on a device stay valid when the book is converted again.
 */
export function toKepubDocument(bytes: Uint8Array): KepubDocument {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const hasSpans = hasElement(given, 'koboSpan', KOBO_SPAN)
  const hasWrapper = hasElement(given, 'book-columns', WRAPPER)
  let converter = new Converter(hasSpans, hasWrapper)
  parseMarkup(bytes, () => {
    converter = new Converter(hasSpans, hasWrapper)
    return converter
  })
  return converter.finish()
}

/** Ignores matches in comments. */
function hasElement(given: Buffer, word: string, pattern: RegExp): boolean {
  if (!given.includes(word)) return false
  return pattern.test(given.toString('latin1').replaceAll(/<!--[\s\S]*?-->/g, ''))
}

const KOBO_SPAN = /class\s*=\s*(?:"[^"]*\bkoboSpan\b|'[^']*\bkoboSpan\b|koboSpan\b)/
const WRAPPER = /id\s*=\s*["']?book-columns\b/
/** Elements that start a new paragraph for the device. */
const BLOCKS: ReadonlySet<string> = new Set('p ol ul table h1 h2 h3 h4 h5 h6'.split(' '))
const OUTSIDE_BODY: ReadonlySet<string> = new Set(
  'html head body title meta link style script base frameset'.split(' '),
)
const UNTOUCHED: ReadonlySet<string> = new Set('script style pre audio video svg math'.split(' '))
/** A sentence ends after its punctuation, an optional closing quote, and the following space. */
const SENTENCE_END = /[.!?]['"”’“…]?[\t\n\f\r ]+/g
const STYLE = 'div#book-inner { margin-top: 0; margin-bottom: 0;}'

class Converter implements MarkupHandlers {
  readonly #writer = new MarkupWriter('html')
  readonly #hasSpans: boolean
  readonly #hasWrapper: boolean
  readonly #open: string[] = []
  readonly #spans: KoboSpan[] = []
  #isInBody = false
  #hadBody = false
  /** Number of open elements whose content is left unchanged. */
  #untouched = 0
  /** Number of open elements that are dropped with their content. */
  #dropped = 0
  #text = ''
  #length = 0
  #paragraph = 0
  #segment = 0
  #beginsParagraph = false

  constructor(hasSpans: boolean, hasWrapper: boolean) {
    this.#hasSpans = hasSpans
    this.#hasWrapper = hasWrapper
  }

  open(name: string, attributes: Record<string, string>): void {
    this.#flush()
    const local = localName(name).toLowerCase()
    if (this.#dropped > 0 || isDropped(local, attributes)) {
      this.#dropped++
      return
    }
    // Leftovers of Word that break the device's reader; their content is text of the book.
    if (/^(o:p|st1:)/i.test(name)) {
      this.#open.push('')
      return
    }
    const parent = this.#open.at(-1)
    if (!this.#hadBody && (parent === undefined || parent === 'html') && !OUTSIDE_BODY.has(local)) {
      // The body is implied, as in browsers.
      this.#hadBody = true
      this.#isInBody = true
    }
    this.#open.push(local)
    if (this.#hasSpans && attributes.class?.split(/\s+/).includes('koboSpan') && attributes.id) {
      this.#spans.push({ id: attributes.id, offset: this.#length })
    }
    const isPicture = local === 'img' && this.#isInBody && this.#untouched === 0 && !this.#hasSpans
    if (isPicture) {
      this.#paragraph++
      this.#segment = 1
      this.#beginsParagraph = false
      this.#openSpan()
    }
    this.#writer.open(name, attributes)
    if (local === 'body') {
      this.#hadBody = true
      this.#isInBody = true
      if (!this.#hasWrapper) {
        this.#writer.open('div', { id: 'book-columns' })
        this.#writer.open('div', { id: 'book-inner' })
      }
    }
    if (UNTOUCHED.has(local)) this.#untouched++
    else if (BLOCKS.has(local)) this.#beginsParagraph = true
  }

  close(): void {
    this.#flush()
    if (this.#dropped > 0) {
      this.#dropped--
      return
    }
    const local = this.#open.pop()
    if (local === undefined || local === '') return
    if (local === 'head' && !this.#isInBody) {
      this.#writer.open('style', { type: 'text/css', class: 'kobostylehacks' })
      this.#writer.text(STYLE)
      this.#writer.close()
    }
    if (local === 'body') {
      this.#isInBody = false
      if (!this.#hasWrapper) {
        this.#writer.close()
        this.#writer.close()
      }
    }
    this.#writer.close()
    if (UNTOUCHED.has(local)) this.#untouched--
    if (local === 'img' && this.#isInBody && this.#untouched === 0 && !this.#hasSpans) this.#writer.close()
  }

  text(data: string): void {
    if (this.#dropped === 0) this.#text += data
  }

  instruction(target: string, body: string): void {
    this.#writer.instruction(target, body)
  }

  finish(): KepubDocument {
    this.#flush()
    return { markup: this.#writer.finish(), spans: this.#spans, length: this.#length }
  }

  /** Parsers deliver text in chunks; it is split into sentences only when complete. */
  #flush(): void {
    const text = this.#text.includes('\ufffd') ? this.#text.replaceAll('\ufffd', '') : this.#text
    this.#text = ''
    if (text === '') return
    if (!this.#isInBody || this.#untouched > 0 || this.#hasSpans) {
      this.#writer.text(text)
      if (this.#isInBody) this.#length += text.length
      return
    }
    // Matches only sentence ends: text without any must take linear time.
    let start = 0
    SENTENCE_END.lastIndex = 0
    while (SENTENCE_END.test(text)) {
      this.#writeSentence(text.slice(start, SENTENCE_END.lastIndex))
      start = SENTENCE_END.lastIndex
    }
    if (start < text.length) this.#writeSentence(text.slice(start))
  }

  #writeSentence(sentence: string): void {
    if (sentence.trim() === '' && this.#open.at(-1) !== 'p') {
      this.#writer.text(sentence)
      this.#length += sentence.length
      return
    }
    if (this.#beginsParagraph) {
      this.#paragraph++
      this.#segment = 0
      this.#beginsParagraph = false
    }
    this.#segment++
    this.#openSpan()
    this.#writer.text(sentence)
    this.#writer.close()
    this.#length += sentence.length
  }

  #openSpan(): void {
    const id = `kobo.${this.#paragraph}.${this.#segment}`
    this.#spans.push({ id, offset: this.#length })
    this.#writer.openWritten('span', `span class="koboSpan" id="${id}"`)
  }
}

/** Leftovers of Adobe's DRM. */
function isDropped(local: string, attributes: Record<string, string>): boolean {
  return local === 'meta' && /^Adept\./i.test(attributes.name ?? '')
}
