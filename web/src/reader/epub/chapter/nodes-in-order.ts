import { isInAnotherPart } from './chapter-parts.ts'

/** Where a box is along the direction of the text. */
export type Extent = { start: number; end: number }
type ExtentOf = (box: DOMRect) => Extent

const shownTypes = new Set<number>([Node.ELEMENT_NODE, Node.TEXT_NODE, Node.CDATA_SECTION_NODE])
// Cached: the text of a book doesn't change.
const lists = new WeakMap<Node, Node[]>()

/** The children of a node, without those in parts that aren't shown. */
export function shownChildren(parent: Node): Node[] {
  const children =
    lists.get(parent) ??
    [...parent.childNodes].filter((each) => shownTypes.has(each.nodeType) && !isInAnotherPart(each))
  lists.set(parent, children)
  return children
}

/** The index of the first node that doesn't end before a position, by binary search: nodes follow each other. */
export function indexOfNodeAt(nodes: readonly Node[], position: number, of: ExtentOf): number {
  let [low, high] = [0, nodes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    // Hidden nodes and whitespace have no box: use the next node that has one.
    let at = middle
    let extent = extentOfNode(nodes[at] as Node, of)
    while (!extent && at + 1 < high) extent = extentOfNode(nodes[++at] as Node, of)
    if (extent && extent.end < position) low = at + 1
    else high = middle
  }
  return low
}

/** Undefined: it has no box. */
export function extentOfNode(node: Node, of: ExtentOf): Extent | undefined {
  const box = node.nodeType === Node.ELEMENT_NODE ? (node as Element).getBoundingClientRect() : textBox(node)
  return box.width > 0 || box.height > 0 ? of(box) : undefined
}

function textBox(node: Node): DOMRect {
  const range = (node.ownerDocument as Document).createRange()
  range.selectNodeContents(node)
  return range.getBoundingClientRect()
}
