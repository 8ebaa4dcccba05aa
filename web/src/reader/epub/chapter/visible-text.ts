import { indexOfNodeAt, shownChildren } from './nodes-in-order.ts'

/** The first text at or below a height in a chapter, as a range of one character. */
export function firstVisibleRange(doc: Document, y: number): Range | undefined {
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT, (node) =>
    (node as Text).data.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP,
  )
  const start = nodeAbove(doc, y)
  walker.currentNode = start
  const range = doc.createRange()
  for (let node = start.nodeType === Node.TEXT_NODE ? start : walker.nextNode(); node; node = walker.nextNode()) {
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()]
    if ((rects.at(-1)?.bottom ?? 0) <= y) continue
    range.setStart(node, rects.length > 1 ? offsetAt(node as Text, y, range) : 0)
    range.setEnd(node, Math.min((node as Text).length, range.startOffset + 1))
    return range
  }
  return undefined
}

/** A line or two: floats and inline boxes aren't exactly in order. */
const margin = 60

/** A node at a height or shortly above it. Chapters are long: only a few of their nodes are measured. */
function nodeAbove(doc: Document, y: number): Node {
  const x = doc.documentElement.clientWidth / 2
  const hit = doc.elementFromPoint(x, Math.min(y, doc.documentElement.clientHeight - 1))
  let at: Node = hit && doc.body.contains(hit) ? hit : doc.body
  for (let children = shownChildren(at); children.length > 0; children = shownChildren(at)) {
    const index = indexOfNodeAt(children, y - margin, ({ top, bottom }) => ({ start: top, end: bottom }))
    at = children[Math.min(index, children.length - 1)] as Node
  }
  return at
}

/** The offset where the line at this height starts, by binary search: lines run downwards. */
function offsetAt(node: Text, y: number, range: Range): number {
  let [low, high] = [0, node.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    range.setStart(node, middle)
    range.setEnd(node, middle + 1)
    const rect = range.getBoundingClientRect()
    if (rect.bottom <= y) low = middle + 1
    else high = middle
  }
  return low
}

/** The text from the start of the range, up to a length. */
export function textAfterRangeStart({ startContainer, startOffset }: Range, length: number): string {
  const doc = startContainer.ownerDocument
  if (!doc || startContainer.nodeType !== Node.TEXT_NODE) return ''
  let text = (startContainer as Text).data.slice(startOffset)
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT)
  walker.currentNode = startContainer
  for (let node = walker.nextNode(); node && text.length < length; node = walker.nextNode()) text += (node as Text).data
  return text.slice(0, length)
}
