import { countLeading } from '../../count-leading.ts'
import { layoutCostIn } from './layout-cost.ts'
import { type MeasuredBlock, partStarts } from './part-starts.ts'
import type { SlicedWork } from './run-in-slices.ts'
import { splitLongText } from './split-long-text.ts'
import { belongsToWholeTable, consistsOfElements, textBlocks } from './text-blocks.ts'

const elsewhere = 'data-elsewhere'
/** Parts begin with a block; one with more characters is divided. */
const longestBlock = 4000
/** What costs more to lay out than the one is divided into parts that cost as much as the other. */
const mostAtOnce = 180_000
const costOfPart = 100_000

export type ChapterParts = {
  /** The share of the text before each part. */
  starts: number[]
  partOf(node: Node): number
  /** Hides the other parts. */
  show(part: number): SlicedWork
}

/**
 * Divides a long chapter into parts that are laid out separately. Every part is a whole document of which the rest is
 * hidden: its styles, links and offsets in the text are those of the chapter.
 */
export function* divideIntoParts(doc: Document, most: number): SlicedWork<ChapterParts> {
  if (most > 1) yield* splitLongText(doc.body)
  const blocks = most > 1 && consistsOfElements(doc.body) ? yield* measureBlocks(doc) : []
  const elements = blocks.map(({ element }) => element)
  const spanned = rowsInSpans(doc)
  const { firsts, shares } = partStarts(
    blocks,
    {
      isHeading: (at) => startsWithHeading(elements[at] as Element),
      isTied: (at) => spanned.has(elements[at] as Element),
    },
    suitableCount(blocks, most),
  )
  const firstElements = firsts.map((at) => elements[at])

  return {
    starts: shares,
    partOf: (node) => Math.max(0, countLeading(firstElements, (first) => !first || !isBefore(node, first)) - 1),
    *show(part) {
      if (firsts.length < 2) return
      const [start, end] = [firsts[part] ?? 0, firsts[part + 1] ?? elements.length]
      const [first, last] = [elements[start] as Element, elements[end - 1] as Element]
      const around = [...elementsUpTo(doc.body, first), ...elementsUpTo(doc.body, last)]
      for (const list of new Set(around))
        if (list.localName === 'ol') continueNumbers(list as HTMLOListElement, (item) => !isOutside(item, first, last))
      for (const each of elementsUpTo(doc.body, first)) {
        const before = runsOf(siblingsFrom(each, 'previousElementSibling').reverse())
        if (before.length > 0) continueBlock(each.parentElement)
        for (const run of before) yield* hideTogether(run)
      }
      for (const each of elementsUpTo(doc.body, last))
        for (const run of runsOf(siblingsFrom(each, 'nextElementSibling'))) yield* hideTogether(run)
    },
  }
}

function* measureBlocks(doc: Document): SlicedWork<(MeasuredBlock & { element: Element })[]> {
  const costOf = layoutCostIn(doc)
  const blocks = []
  for (const block of textBlocks(doc.body, longestBlock)) {
    blocks.push({ ...block, cost: costOf(block.element) })
    yield
  }
  return blocks
}

function suitableCount(blocks: readonly MeasuredBlock[], most: number): number {
  const cost = blocks.reduce((sum, block) => sum + block.cost, 0)
  return cost <= mostAtOnce ? 1 : Math.min(most, Math.ceil(cost / costOfPart))
}

const isOutside = (element: Element, first: Element, last: Element) =>
  isBefore(element, first) || Boolean(last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)

/** Those that directly follow each other together. */
function runsOf(elements: Element[]): Element[][] {
  const runs: Element[][] = []
  let before: Element | undefined
  for (const element of elements) {
    if (before && before.nextElementSibling === element) runs.at(-1)?.push(element)
    else runs.push([element])
    before = element
  }
  return runs
}

/** All before or after an element, the nearest first, without what belongs to a whole table. */
function siblingsFrom(element: Element, by: 'previousElementSibling' | 'nextElementSibling'): Element[] {
  const found: Element[] = []
  for (let each = element[by]; each; each = each[by]) if (!belongsToWholeTable(each)) found.push(each)
  return found
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
function* hideTogether(run: Element[]): SlicedWork {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last) return
  last.setAttribute(elsewhere, '')
  if (first === last) return
  const around = first.ownerDocument.createElementNS('http://www.w3.org/1999/xhtml', 'other-part')
  around.setAttribute(elsewhere, '')
  first.before(around)
  for (const [at, element] of run.entries()) {
    if (element === last) break
    // With the whitespace behind it.
    for (let node: ChildNode | null = element; node && node !== run[at + 1]; ) {
      const next: ChildNode | null = node.nextSibling
      around.appendChild(node)
      node = next
    }
    yield
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
