import { countLeading } from '../count-leading.ts'
import { isInAnotherPart } from './chapter-parts.ts'
import { isLaidOutLater } from './lay-out-in-steps.ts'

/** The start and end of a page along the text's direction, and a function for those of a box. */
export type PageExtent = { start: number; end: number; of: (box: DOMRect) => Extent }
type Extent = { start: number; end: number }

/** With fewer children than this, all are measured. */
const few = 24
const shown = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION
const shownTypes = new Set<number>([Node.ELEMENT_NODE, Node.TEXT_NODE, Node.CDATA_SECTION_NODE])

/**
 * With every page turn the renderer measures each paragraph of a chapter to find those on the page. With thousands that
 * takes longer than the turn itself. Text is in document order: nodes near the page are found by binary search, and the
 * renderer walks only those.
 */
export function limitTreeWalkerToPage(doc: Document, pageNow: () => PageExtent) {
  const { createTreeWalker } = doc
  // Cached: the text of a book doesn't change.
  const lists = new WeakMap<Node, Node[]>()
  const childrenOf = (parent: Node): Node[] => {
    const children =
      lists.get(parent) ??
      [...parent.childNodes].filter((each) => shownTypes.has(each.nodeType) && !isInAnotherPart(each))
    lists.set(parent, children)
    return children
  }
  doc.createTreeWalker = (root, what, filter) => {
    const isOfRenderer = root === doc.body && what === shown && filter && 'acceptNode' in filter
    if (!isOfRenderer) return createTreeWalker.call(doc, root, what, filter)
    // Nothing is laid out yet, and what the chapter consists of may still change.
    if (isLaidOutLater(root)) return { nextNode: () => null } as TreeWalker
    const near = nodesNear(root, pageNow(), childrenOf, filter.acceptNode)
    return { nextNode: () => near.next().value ?? null } as TreeWalker
  }
}

function* nodesNear(
  parent: Node,
  page: PageExtent,
  childrenOf: (parent: Node) => Node[],
  accept: (node: Node) => number,
): Generator<Node> {
  const all = childrenOf(parent)
  const isLong = all.length > few
  // The rest of a chapter that is laid out in steps has no boxes yet: all of it would be measured with every step.
  const children = isLong
    ? all.slice(
        0,
        countLeading(all, (each) => !isLaidOutLater(each)),
      )
    : all
  // One extra page on either side: floats aren't exactly in order.
  const margin = page.end - page.start
  for (let at = isLong ? firstNear(children, page, margin) : 0; at < children.length; at++) {
    const child = children[at] as Node
    if (isLong && (extentOf(child, page)?.start ?? page.start) > page.end + margin) return
    const answer = accept(child)
    if (answer === NodeFilter.FILTER_ACCEPT) yield child
    if (answer !== NodeFilter.FILTER_REJECT) yield* nodesNear(child, page, childrenOf, accept)
  }
}

/** The first node that doesn't end before the page. */
function firstNear(nodes: Node[], page: PageExtent, margin: number): number {
  let [low, high] = [0, nodes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    // Hidden nodes and whitespace have no box: use the next node that has one.
    let at = middle
    let extent = extentOf(nodes[at] as Node, page)
    while (!extent && at + 1 < high) extent = extentOf(nodes[++at] as Node, page)
    if (extent && extent.end < page.start - margin) low = at + 1
    else high = middle
  }
  return low
}

function extentOf(node: Node, page: PageExtent): Extent | undefined {
  const box = node.nodeType === Node.ELEMENT_NODE ? (node as Element).getBoundingClientRect() : textBox(node)
  return box.width > 0 || box.height > 0 ? page.of(box) : undefined
}

function textBox(node: Node): DOMRect {
  const range = (node.ownerDocument as Document).createRange()
  range.selectNodeContents(node)
  return range.getBoundingClientRect()
}
