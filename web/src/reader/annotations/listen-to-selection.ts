/** The delay while the ends of a selection are dragged on a touch screen. */
const pause = 250

type SelectionHandlers = {
  onPress: () => void
  /** Undefined if no text is selected any more. */
  onSelect: (range: Range | undefined) => void
}

/** Reports the selected text a moment after it changed, but not while a mouse selects it. Returns what ends that. */
export function listenToSelection(doc: Document, { onPress, onSelect }: SelectionHandlers): () => void {
  let isPressed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const report = () => {
    // A document without a window was removed.
    if (!isPressed && doc.defaultView) onSelect(selectedRange(doc))
  }
  const reportLater = () => {
    clearTimeout(timer)
    timer = setTimeout(report, pause)
  }
  const onPointerDown = ({ pointerType }: PointerEvent) => {
    onPress()
    isPressed = pointerType === 'mouse'
  }
  const onPointerUp = () => {
    isPressed = false
    reportLater()
  }
  doc.addEventListener('selectionchange', reportLater)
  doc.addEventListener('pointerdown', onPointerDown)
  doc.addEventListener('pointerup', onPointerUp)
  doc.addEventListener('pointercancel', onPointerUp)
  return () => {
    clearTimeout(timer)
    doc.removeEventListener('selectionchange', reportLater)
    doc.removeEventListener('pointerdown', onPointerDown)
    doc.removeEventListener('pointerup', onPointerUp)
    doc.removeEventListener('pointercancel', onPointerUp)
  }
}

/** Undefined if nothing but space is selected. */
export function selectedRange(doc: Document): Range | undefined {
  const selection = doc.getSelection()
  const range = selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : undefined
  return range && /\S/.test(String(range)) ? range : undefined
}
