import { countLeading } from '../count-leading.ts'
import { partStarts } from './part-starts.ts'
import { splitLongText } from './split-long-text.ts'
import { consistsOfElements, textBlocks } from './text-blocks.ts'
import { textLength } from './text-length.ts'

const elsewhere = 'data-elsewhere'
/** Parts begin with a block; one with more characters is divided. */
const longestBlock = 4000

export type ChapterParts = {
  /** The share of the text before each part. */
  starts: number[]
  partOf(node: Node): number
  /** Hides the other parts. */
  show(part: number): void
}

/**
 * Divides a long chapter into parts that are laid out separately. Every part is a whole document of which the rest is
 * hidden: its styles, links and offsets in the text are those of the chapter.
 */
export function divideIntoParts(doc: Document, most: number): ChapterParts {
  if (most > 1) splitLongText(doc.body)
  const blocks = most > 1 && consistsOfElements(doc.body) ? [...textBlocks(doc.body, longestBlock)] : []
  const elements = blocks.map(({ element }) => element)
  const spanned = rowsInSpans(doc)
  const { firsts, shares } = partStarts(
    blocks.map(({ length }) => length),
    {
      isHeading: (at) => startsWithHeading(elements[at] as Element),
      isTied: (at) => spanned.has(elements[at] as Element),
    },
    suitableCount(doc, most),
  )
  const firstElements = firsts.map((at) => elements[at])

  return {
    starts: shares,
    partOf: (node) => Math.max(0, countLeading(firstElements, (first) => !first || !isBefore(node, first)) - 1),
    show(part) {
      if (firsts.length < 2) return
      const [start, end] = [firsts[part] ?? 0, firsts[part + 1] ?? elements.length]
      const shown = new Set<Element>()
      for (const element of elements.slice(start, end))
        for (const each of elementsUpTo(doc.body, element)) shown.add(each)
      const hidden = new Set<Element>()
      for (const element of [...elements.slice(0, start), ...elements.slice(end)]) {
        const highest = elementsUpTo(doc.body, element).findLast((each) => !shown.has(each))
        if (highest) hidden.add(highest)
      }
      for (const each of shown)
        if (each.localName === 'ol') continueNumbers(each as HTMLOListElement, (item) => !hidden.has(item))
      const first = elements[start]
      for (const each of first ? elementsUpTo(doc.body, first) : [])
        if (hidden.has(each.previousElementSibling as Element)) continueBlock(each.parentElement)
      hideTogether(hidden)
    },
  }
}

/** Tables take about twice as long to lay out as other text: there, parts are as small as they may be. */
function suitableCount(doc: Document, most: number): number {
  if (most < 2) return most
  const tables = [...doc.body.querySelectorAll('table')].filter((each) => !each.parentElement?.closest('table'))
  const inTables = tables.reduce((sum, each) => sum + textLength(each), 0)
  const share = inTables / Math.max(1, textLength(doc.body))
  return Math.ceil((most * (1 + share)) / 2)
}

/** The element and those around it, from the inside, without the last one. */
function elementsUpTo(last: Element, element: Element): Element[] {
  const found: Element[] = []
  for (let each: Element | null = element; each && each !== last; each = each.parentElement) found.push(each)
  return found
}

const isBefore = (node: Node, element: Element) =>
  Boolean(element.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) && !node.contains(element)

const headings = 'h1, h2, h3, h4, h5, h6, hr'

function startsWithHeading(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.firstElementChild) if (each.matches(headings)) return true
  return false
}

/** Rows with a cell that began in a row above. */
function rowsInSpans(doc: Document): Set<Element> {
  const rows = new Set<Element>()
  for (const cell of doc.body.querySelectorAll<HTMLTableCellElement>(':is(td, th)[rowspan]')) {
    let row = cell.parentElement?.nextElementSibling
    // Zero is as many as there are.
    for (let left = cell.rowSpan || Number.POSITIVE_INFINITY; left > 1 && row; left--, row = row.nextElementSibling)
      rows.add(row)
  }
  return rows
}

/**
 * Elements that follow each other are hidden by one around them: the browser needn't find the style of each. The last
 * of them stays where it is, because the style of the next one may depend on it (`p + p`).
 */
function hideTogether(elements: Set<Element>) {
  for (const first of elements) {
    if (elements.has(first.previousElementSibling as Element)) continue
    const run = [first]
    for (let next = first.nextElementSibling; next && elements.has(next); next = next.nextElementSibling) run.push(next)
    const last = run.at(-1) as Element
    last.setAttribute(elsewhere, '')
    if (run.length === 1) continue
    const range = first.ownerDocument.createRange()
    range.setStartBefore(first)
    range.setEndBefore(last)
    const around = first.ownerDocument.createElementNS('http://www.w3.org/1999/xhtml', 'other-part')
    around.setAttribute(elsewhere, '')
    around.append(range.extractContents())
    range.insertNode(around)
  }
}

/** What began in an earlier part doesn't look as if it began here. */
function continueBlock(element: HTMLElement | null) {
  if (element?.localName === 'p') element.style.setProperty('text-indent', '0', 'important')
  if (element?.localName === 'li') element.style.setProperty('list-style', 'none', 'important')
}

/** Hidden items of a list aren't counted. */
function continueNumbers(list: HTMLOListElement, isShown: (item: Element) => boolean) {
  const items = [...list.children].filter((each) => each.localName === 'li') as HTMLLIElement[]
  const first = items.findIndex(isShown)
  const by = list.reversed ? -1 : 1
  if (first < 0 || (first === 0 && !list.reversed)) return
  let number = (list.reversed && !list.hasAttribute('start') ? items.length : list.start) - by
  for (const item of items.slice(0, first + 1)) number = item.hasAttribute('value') ? item.value : number + by
  items[first]?.setAttribute('value', String(number))
}

/** Whether a node, or whitespace before it, is in a part that isn't shown. */
export function isInAnotherPart(node: Node): boolean {
  const element = node.nodeType === Node.ELEMENT_NODE ? (node as Element) : (node as CharacterData).nextElementSibling
  return element?.hasAttribute(elsewhere) ?? false
}

/** Whether a range starts in a part that isn't shown. */
export const startsInAnotherPart = ({ startContainer }: Range): boolean =>
  startContainer.parentElement?.closest(`[${elsewhere}]`) !== null

export const chapterPartsCssRules = `
    [${elsewhere}] { display: none !important; }`
