const edge = 8
const gap = 10
/** The height of the touch selection handles below the last line. */
const handles = 30

/**
 * Positions a box in the window: above the passage, or below it if there is no room. On touch devices the system's own
 * menu is above, so the box goes below.
 */
export function popoverPosition(passage: Range | Element, bar: HTMLElement): { left: number; top: number } {
  const { ownerDocument } = 'startContainer' in passage ? passage.startContainer : passage
  const frame = frameOffsetInWindow(ownerDocument)
  const { innerWidth, innerHeight } = window
  const boxes = [...passage.getClientRects()]
    .map((box) => ({
      left: box.left * frame.scale + frame.left,
      right: box.right * frame.scale + frame.left,
      top: box.top * frame.scale + frame.top,
      bottom: box.bottom * frame.scale + frame.top,
    }))
    .filter((box) => box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight)
  const { offsetWidth: width, offsetHeight: height } = bar
  const top = Math.min(...boxes.map((box) => box.top), innerHeight / 2)
  const bottom = Math.max(...boxes.map((box) => box.bottom), 0)
  const middle = boxes[0] ? (boxes[0].left + boxes[0].right) / 2 : innerWidth / 2
  const above = top - gap - height
  const prefersBelow = matchMedia('(pointer: coarse)').matches
  const isSelected = prefersBelow && ownerDocument?.getSelection()?.isCollapsed === false
  const below = bottom + (isSelected ? handles : gap)
  const fitsAbove = above >= edge
  const fitsBelow = below + height <= innerHeight - edge
  const wished = (prefersBelow && fitsBelow) || !fitsAbove ? below : above
  // Vertical text may leave no room above or below.
  const beside = !fitsAbove && !fitsBelow ? placeBeside(boxes, width) : undefined
  if (beside !== undefined)
    return { left: beside, top: Math.max(edge, Math.min((top + bottom - height) / 2, innerHeight - height - edge)) }
  return {
    left: Math.max(edge, Math.min(middle - width / 2, innerWidth - width - edge)),
    top: Math.max(edge, Math.min(wished, innerHeight - height - edge)),
  }
}

function placeBeside(boxes: { left: number; right: number }[], width: number): number | undefined {
  const left = Math.min(...boxes.map((box) => box.left)) - gap - width
  const right = Math.max(...boxes.map((box) => box.right)) + gap
  if (left >= edge) return left
  return right + width <= window.innerWidth - edge ? right : undefined
}

/** The offset of a document's frame in the window, and its scale: fixed-layout pages are scaled. */
export function frameOffsetInWindow(doc: Document | null): { left: number; top: number; scale: number } {
  const frame = doc?.defaultView?.frameElement as HTMLElement | null | undefined
  if (!frame) return { left: 0, top: 0, scale: 1 }
  const { left, top, width } = frame.getBoundingClientRect()
  return { left, top, scale: width / (frame.offsetWidth || width || 1) }
}
