/** The first text at or below a height in a chapter, as a range of one character. */
export function firstVisibleRange(doc: Document, y: number): Range | undefined {
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT, (node) =>
    (node as Text).data.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP,
  )
  // Chapters are long: the browser finds the block at this height, and only its text is searched.
  const x = doc.documentElement.clientWidth / 2
  const hit = doc.elementFromPoint(x, Math.min(y, doc.documentElement.clientHeight - 1))
  if (hit && hit !== doc.body && hit !== doc.documentElement && doc.body.contains(hit)) walker.currentNode = hit
  else walker.currentNode = blockAt(doc, y) ?? doc.body
  const range = doc.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()]
    if ((rects.at(-1)?.bottom ?? 0) <= y) continue
    range.setStart(node, rects.length > 1 ? offsetAt(node as Text, y, range) : 0)
    range.setEnd(node, Math.min((node as Text).length, range.startOffset + 1))
    return range
  }
  return undefined
}

/** Between two paragraphs there is no element to hit: finds the last child that starts above. */
function blockAt(doc: Document, y: number): Element | undefined {
  let at: Element = doc.body
  for (;;) {
    const child: Element | undefined = [...at.children].findLast(
      (each) => each.getClientRects().length > 0 && each.getBoundingClientRect().top <= y,
    )
    if (!child || child.getBoundingClientRect().bottom <= y) return child ?? (at === doc.body ? undefined : at)
    at = child
  }
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
