import type { SlicedWork } from './run-in-slices.ts'

const group = 'inline-group'
/** Shorter rows have no noticeable cost, and a book's styles may select them (`p > span`). */
const many = 1000

/**
 * Before painting, Chromium checks for every line break and text fragment of a paragraph whether it is on this page,
 * once per page that the paragraph spans: a chapter in one paragraph froze the screen for many seconds. An inline
 * element with its own box around some of them is checked instead of its content. No word moves because of it.
 */
export function* groupInlineContent(doc: Document): SlicedWork {
  for (const parent of elementsWithManyChildren(doc)) {
    if (parent.childNodes.length <= many || parent.matches('ruby, select, svg, svg *, math, math *')) continue
    const children = [...parent.childNodes]
    for (const [start, end] of inlineGroupRanges(children.map(isInline))) {
      inlineGroup(children.slice(start, end))
      yield
    }
  }
}

/** Puts neighbours into an inline element of their own. */
export function inlineGroup(nodes: Node[]) {
  const [first] = nodes
  const made = first?.ownerDocument?.createElementNS('http://www.w3.org/1999/xhtml', group)
  if (!made) return
  ;(first as ChildNode).before(made)
  // One after the other: together they would be moved twice.
  for (const node of nodes) made.appendChild(node)
}

/** Among the nodes of a row, every second one is an element: counting all nodes of all elements would take longer. */
function elementsWithManyChildren(doc: Document): Set<Element> {
  const late = doc.body.querySelectorAll(`:nth-child(${many / 2})`)
  return new Set([...late].flatMap(({ parentElement }) => parentElement ?? []))
}

/** The ranges of the groups: as many items per group as there are groups in the row. */
export function inlineGroupRanges(inline: readonly boolean[]): [start: number, end: number][] {
  const groups: [number, number][] = []
  for (let start = 0; start < inline.length; start++) {
    if (!inline[start]) continue
    const next = inline.indexOf(false, start)
    const end = next < 0 ? inline.length : next
    const size = Math.ceil(Math.sqrt(end - start))
    if (end - start > many)
      for (let from = start; from < end; from += size) groups.push([from, Math.min(end, from + size)])
    start = end
  }
  return groups
}

const inlineNames = new Set(
  'a abbr b bdi bdo big br cite code del dfn em font i img ins kbd mark q ruby s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
)

export const isInline = (node: Node) =>
  node.nodeType !== Node.ELEMENT_NODE || inlineNames.has((node as Element).localName.toLowerCase())

/** Without padding it would have no box; vertical padding takes no room in a line. */
export const inlineGroupCssRules = `
    ${group} { display: inline !important; padding-block: 0.01px !important; }`
