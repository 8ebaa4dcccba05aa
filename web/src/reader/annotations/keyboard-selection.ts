/** Selects text by keyboard, word by word: browsers show no caret in text that isn't editable. */
export function selectFirstWord(visible: Range) {
  const selection = visible.startContainer.ownerDocument?.getSelection()
  if (!selection) return
  selection.removeAllRanges()
  const start = visible.cloneRange()
  start.collapse(true)
  selection.addRange(start)
  selection.modify('move', 'forward', 'word')
  selection.modify('move', 'backward', 'word')
  extendOverWord(selection)
}

/** Extends to the end of a word: browsers treat a quotation mark before it as a word. */
function extendOverWord(selection: Pick<Selection, 'modify'>) {
  for (let tries = 0; tries < 5; tries++) {
    selection.modify('extend', 'forward', 'word')
    if (/[\p{L}\p{N}]/u.test(String(selection))) return
  }
}

const steps: Record<string, [direction: 'forward' | 'backward' | 'left' | 'right', by: 'word' | 'line']> = {
  ArrowRight: ['right', 'word'],
  ArrowLeft: ['left', 'word'],
  ArrowDown: ['forward', 'line'],
  ArrowUp: ['backward', 'line'],
}

/** With Shift the arrows extend or shrink the selection; alone they move it to another word or line. */
export function moveSelection(doc: Document, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
  const step = steps[key]
  const selection = doc.getSelection()
  if (!step || !selection) return false
  const [direction, by] = step
  if (shiftKey) {
    selection.modify('extend', direction, by)
    return true
  }
  const goesOn = direction === 'forward' || direction === 'right'
  if (goesOn) selection.collapseToEnd()
  else selection.collapseToStart()
  selection.modify('move', direction, by)
  if (by === 'line' || goesOn) {
    selection.modify('move', 'forward', 'word')
    selection.modify('move', 'backward', 'word')
  }
  extendOverWord(selection)
  return true
}
