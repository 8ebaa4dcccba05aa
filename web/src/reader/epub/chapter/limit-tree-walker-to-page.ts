import { countLeading } from '../../count-leading.ts'
import { isLaidOutLater } from './lay-out-in-steps.ts'
import { type Extent, extentOfNode, indexOfNodeAt, shownChildren } from './nodes-in-order.ts'

/** The start and end of a page along the text's direction, and a function for those of a box. */
export type PageExtent = { start: number; end: number; of: (box: DOMRect) => Extent }

/** With fewer children than this, all are measured. */
const few = 24
const shown = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION

/**
 * With every page turn the renderer measures each paragraph of a chapter to find those on the page. With thousands that
 * takes longer than the turn itself. Text is in document order: nodes near the page are found by binary search, and the
 * renderer walks only those.
 */
export function limitTreeWalkerToPage(doc: Document, pageNow: () => PageExtent) {
  const { createTreeWalker } = doc
  doc.createTreeWalker = (root, what, filter) => {
    const isOfRenderer = root === doc.body && what === shown && filter && 'acceptNode' in filter
    if (!isOfRenderer) return createTreeWalker.call(doc, root, what, filter)
    // Nothing is laid out yet, and what the chapter consists of may still change.
    if (isLaidOutLater(root)) return { nextNode: () => null } as TreeWalker
    const near = nodesNear(root, pageNow(), filter.acceptNode)
    return { nextNode: () => near.next().value ?? null } as TreeWalker
  }
}

function* nodesNear(parent: Node, page: PageExtent, accept: (node: Node) => number): Generator<Node> {
  const all = shownChildren(parent)
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
  for (let at = isLong ? indexOfNodeAt(children, page.start - margin, page.of) : 0; at < children.length; at++) {
    const child = children[at] as Node
    if (isLong && (extentOfNode(child, page.of)?.start ?? page.start) > page.end + margin) return
    const answer = accept(child)
    if (answer === NodeFilter.FILTER_ACCEPT) yield child
    if (answer !== NodeFilter.FILTER_REJECT) yield* nodesNear(child, page, accept)
  }
}
