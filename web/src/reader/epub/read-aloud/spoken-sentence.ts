import { startsInAnotherPart } from '../chapter/chapter-parts.ts'

const spokenName = 'lectern-spoken'

/** Marks the sentence that is read aloud, or none. */
export function highlightSpoken(doc: Document, range: Range | undefined) {
  const view = doc.defaultView as (Window & typeof globalThis) | null
  if (!view?.CSS?.highlights) return
  if (range) view.CSS.highlights.set(spokenName, new view.Highlight(range))
  else view.CSS.highlights.delete(spokenName)
}

/** Whether any line of a sentence is in the window. */
export function isSentenceOnScreen(range: Range): boolean {
  if (startsInAnotherPart(range)) return false
  const frame = range.startContainer.ownerDocument?.defaultView?.frameElement?.getBoundingClientRect()
  const boxes = [...range.getClientRects()].filter(({ height }) => height > 0)
  if (!frame || boxes.length === 0) return true
  // A sentence may start on one page and end on the next.
  return boxes.some((box) => {
    const [x, y] = [frame.left + box.left, frame.top + box.top]
    return x >= 0 && x < innerWidth && y >= 0 && y < innerHeight - 60
  })
}
