import { FormatError } from '../errors.ts'
import type { PdfDocument } from './document.ts'
import {
  makePageBoxConverter,
  type PdfRect,
  type RelativePageBox,
  readRect,
  roundBox,
  roundShare,
  withPdfPage,
} from './page-coordinates.ts'
import type { Pdfium } from './pdfium.ts'

export type TextDirection = 'right' | 'left' | 'down' | 'up'

/** Part of a line, as displayed on the page. */
export interface TextRun extends RelativePageBox {
  text: string
  /** Its offset in the text of the page. */
  start: number
  /** The writing direction of its characters. */
  direction: TextDirection
  /**
   * The start of each UTF-16 unit and the end of the last one, along the direction: fractions of the page width for
   * horizontal text, of its height for vertical text.
   */
  edges: number[]
}

export interface PageText {
  /** The whole text, in reading order, lines separated by `\n`. Offsets of runs and search hits refer to it. */
  text: string
  runs: TextRun[]
}

/** A page with more characters than this isn't meant for reading, but to exhaust resources. */
const maxLetters = 50_000

/** Reads the text of a page (0-based) with the position of every character. Throws a `pdf_rendering` error. */
export function readPdfText(pdf: PdfDocument, index: number): PageText {
  return withPdfPage(pdf, index, (pdfium, page) => readOpenPageText(pdfium, page))
}

/** The same, for an open page. */
export function readOpenPageText(pdfium: Pdfium, page: number): PageText {
  const measure = makePageBoxConverter(pdfium, page)
  return withText(pdfium, page, { text: '', runs: [] }, (text) => {
    const runs = new RunBuilder(measure)
    const whole = pdfium.borrow(16, (address) =>
      walkLetters(pdfium, text, (letter, character, start) => {
        if (character === '\n') return runs.end()
        const found = pdfium.call('FPDFText_GetLooseCharBox', text, letter, address) !== 0
        runs.add(character, start, found ? readRect(pdfium, address) : undefined)
      }),
    )
    runs.end()
    return { text: whole, runs: runs.done }
  })
}

/** The same text without positions, which is much faster: used for search. */
export function readPlainText(pdf: PdfDocument, index: number): string {
  return withPdfPage(pdf, index, (pdfium, page) =>
    withText(pdfium, page, '', (text) => walkLetters(pdfium, text, () => {})),
  )
}

/** The same, but a damaged page has no text instead of throwing, so the others can still be read. */
export function readPlainTextOrNone(pdf: PdfDocument, index: number): string {
  try {
    return readPlainText(pdf, index)
  } catch (error) {
    if (error instanceof FormatError && error.details !== undefined) return ''
    throw error
  }
}

/** PDFium reads lines that run downwards from last to first; their page is turned while it is read. */
function withText<T>(pdfium: Pdfium, page: number, none: T, work: (text: number) => T): T {
  const turns = pdfium.call('FPDFPage_GetRotation', page)
  const open = () => pdfium.call('FPDFText_LoadPage', page)
  let text = open()
  const isTurned = text !== 0 && runsDownwards(pdfium, text, turns)
  try {
    if (isTurned) {
      pdfium.call('FPDFText_ClosePage', text)
      pdfium.call('FPDFPage_SetRotation', page, (turns + 3) % 4)
      text = open()
    }
    return text === 0 ? none : work(text)
  } finally {
    if (text !== 0) pdfium.call('FPDFText_ClosePage', text)
    if (isTurned) pdfium.call('FPDFPage_SetRotation', page, turns)
  }
}

/** Enough characters to tell the direction of a page. */
const samples = 60

/** Whether most of the text runs downwards as displayed. `turns` is the page's rotation, in quarters clockwise. */
function runsDownwards(pdfium: Pdfium, text: number, turns: number): boolean {
  const letters = Math.min(pdfium.call('FPDFText_CountChars', text), maxLetters)
  const step = Math.max(1, Math.floor(letters / samples))
  let [down, all] = [0, 0]
  for (let letter = 0; letter < letters; letter += step) {
    // Clockwise, in radians; negative for characters that PDFium added.
    const angle = pdfium.call('FPDFText_GetCharAngle', text, letter)
    if (!(angle >= 0) || pdfium.call('FPDFText_GetUnicode', text, letter) <= 32) continue
    all++
    if ((Math.round(angle / (Math.PI / 2)) + turns) % 4 === 1) down++
  }
  return down > all / 2
}

/** Iterates over the characters and assembles the text: the only place that decides which characters count. */
function walkLetters(
  pdfium: Pdfium,
  text: number,
  see: (letter: number, character: string, start: number) => void,
): string {
  const letters = Math.min(pdfium.call('FPDFText_CountChars', text), maxLetters)
  let whole = ''
  let pending: 'line' | 'hyphen' | undefined
  let wasHyphen = false
  for (let letter = 0; letter < letters; letter++) {
    const code = pdfium.call('FPDFText_GetUnicode', text, letter) >>> 0
    if (code === HYPHEN || code === 0xfffe) {
      // The line ends but the word continues; often no line break follows.
      see(letter, '\n', whole.length)
      wasHyphen = true
      continue
    }
    if (code === 10 || code === 13) {
      see(letter, '\n', whole.length)
      pending ??= wasHyphen ? 'hyphen' : 'line'
      continue
    }
    // Skips invalid characters, and form feeds, which separate pages in stored text.
    if (code === 0 || code === 12 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) continue
    const character = String.fromCodePoint(code)
    if (character === ' ' && (pending !== undefined || whole.endsWith(' '))) continue
    if (pending !== undefined && whole !== '') {
      whole = whole.trimEnd()
      if (!isOneWord(pending, whole, character)) whole += '\n'
    }
    pending = undefined
    wasHyphen = false
    see(letter, character, whole.length)
    whole += character
  }
  return whole.trimEnd()
}

/** A word hyphenated at the end of a line is one word; ideographs need no space between them either. */
function isOneWord(pending: 'line' | 'hyphen', before: string, next: string): boolean {
  return pending === 'hyphen' || (isIdeograph(next) && isIdeograph(before.at(-1) ?? ''))
}

const isIdeograph = (character: string): boolean => /[\u3005\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]/.test(character)

/** PDFium's code for a hyphen at the end of a line. */
const HYPHEN = 2

/** Collects letters into runs: a run ends with its line, or at a gap too wide for a space. */
class RunBuilder {
  readonly done: TextRun[] = []
  readonly #measure: (rect: PdfRect) => RelativePageBox
  #text = ''
  #start = 0
  #rect: PdfRect | undefined
  #last: PdfRect | undefined
  #isVertical: boolean | undefined
  #boxes: (RelativePageBox | undefined)[] = []

  constructor(measure: (rect: PdfRect) => RelativePageBox) {
    this.#measure = measure
  }

  add(character: string, start: number, rect: PdfRect | undefined): void {
    if (rect && this.#rect && this.#last && this.#isApart(this.#rect, this.#last, rect)) this.end()
    if (this.#text === '') this.#start = start
    this.#text += character
    const box = rect && this.#measure(rect)
    for (let unit = 0; unit < character.length; unit++) this.#boxes.push(box)
    if (!rect) return
    this.#rect = this.#rect ? around(this.#rect, rect) : rect
    this.#last = rect
  }

  end(): void {
    const length = this.#text.trimEnd().length
    const lead = this.#text.length - this.#text.trimStart().length
    if (this.#rect && length > lead) {
      const boxes = this.#boxes.slice(lead, length)
      const direction = directionOf(boxes)
      this.done.push({
        text: this.#text.slice(lead, length),
        start: this.#start + lead,
        direction,
        ...roundBox(boxOfLine(boxes, direction) ?? this.#measure(this.#rect)),
        edges: edgesOf(boxes, direction),
      })
    }
    this.#text = ''
    this.#rect = undefined
    this.#last = undefined
    this.#isVertical = undefined
    this.#boxes = []
  }

  /**
   * A wide gap is a column or a cell of a table, not a space. The second character determines the direction of the
   * line.
   */
  #isApart(line: PdfRect, last: PdfRect, next: PdfRect): boolean {
    const middle = (next.top + next.bottom) / 2
    const centre = (next.left + next.right) / 2
    const isBeside = middle <= line.top && middle >= line.bottom
    const isBelow = centre <= line.right && centre >= line.left
    this.#isVertical ??= !isBeside && isBelow
    if (this.#isVertical) {
      const gap = Math.max(last.bottom - next.top, next.bottom - last.top)
      return !isBelow || gap > (line.right - line.left) * 1.5
    }
    const gap = Math.max(next.left - line.right, line.left - next.right)
    return gap > (line.top - line.bottom) * 1.5 || next.bottom > line.top || next.top < line.bottom
  }
}

function around(one: PdfRect, other: PdfRect): PdfRect {
  return {
    left: Math.min(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  }
}

/**
 * A character this much taller than the median of its line is a mathematical symbol: only its font is tall, not the
 * line.
 */
const tall = 1.8

/** Bounding box: along the line of all characters, across it only of those that aren't unusually tall. */
export function boxOfLine(
  boxes: (RelativePageBox | undefined)[],
  direction: TextDirection,
): RelativePageBox | undefined {
  const whole = boxes.reduce<RelativePageBox | undefined>(unite, undefined)
  const isAcross = direction === 'right' || direction === 'left'
  const sizeOf = (box: RelativePageBox) => (isAcross ? box.height : box.width)
  const sizes = boxes.flatMap((box) => (box ? sizeOf(box) : [])).sort((one, other) => one - other)
  const max = tall * (sizes[(sizes.length - 1) >> 1] ?? 0)
  if (!whole || sizeOf(whole) <= max) return whole
  const line = boxes.filter((box) => box && sizeOf(box) <= max).reduce<RelativePageBox | undefined>(unite, undefined)
  if (!line) return whole
  return isAcross ? { ...whole, y: line.y, height: line.height } : { ...whole, x: line.x, width: line.width }
}

function unite(one: RelativePageBox | undefined, other: RelativePageBox | undefined): RelativePageBox | undefined {
  if (!one || !other) return one ?? other
  const x = Math.min(one.x, other.x)
  const y = Math.min(one.y, other.y)
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  }
}

/** From the first character to the last; a single character counts as left to right. */
function directionOf(boxes: (RelativePageBox | undefined)[]): TextDirection {
  const first = boxes.find((box) => box !== undefined)
  const last = boxes.findLast((box) => box !== undefined)
  if (!first || !last || first === last) return 'right'
  const across = last.x + last.width / 2 - first.x - first.width / 2
  const down = last.y + last.height / 2 - first.y - first.height / 2
  // Measured in characters, since fractions of height and width aren't the same length.
  const [columns, rows] = [across / Math.max(first.width, 1e-6), down / Math.max(first.height, 1e-6)]
  if (Math.abs(rows) > Math.abs(columns) && Math.abs(rows) > 0.6) return rows > 0 ? 'down' : 'up'
  return across < 0 ? 'left' : 'right'
}

function edgesOf(boxes: (RelativePageBox | undefined)[], direction: TextDirection): number[] {
  const startOf = (box: RelativePageBox) =>
    ({ right: box.x, left: box.x + box.width, down: box.y, up: box.y + box.height })[direction]
  const endOf = (box: RelativePageBox) =>
    ({ right: box.x + box.width, left: box.x, down: box.y + box.height, up: box.y })[direction]
  const edges: number[] = []
  let end = 0
  for (const box of boxes) {
    edges.push(roundShare(box ? startOf(box) : end))
    if (box) end = endOf(box)
  }
  edges.push(roundShare(end))
  return edges
}
