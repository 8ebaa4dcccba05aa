import { expect, test } from 'vitest'
import { selectFirstWord } from './keyboard-selection.ts'

/** Counts words as browsers do: a punctuation mark is a word. */
function selectionIn(words: string[]) {
  let [start, end] = [0, 0]
  const selection = {
    toString: () => words.slice(start, end).join(''),
    removeAllRanges: () => {},
    addRange: () => {
      start = end = 0
    },
    modify: (alter: string, direction: string) => {
      end = Math.min(words.length, Math.max(0, end + (direction === 'forward' || direction === 'right' ? 1 : -1)))
      if (alter === 'move') start = end
    },
  }
  return { getSelection: () => selection as unknown as Selection } as Document
}

test('by keyboard a word is chosen with the marks before it, never a mark alone', () => {
  const doc = selectionIn(['“', '‘', 'This', 'is'])
  const start = { collapse: () => {} }
  selectFirstWord({ startContainer: { ownerDocument: doc }, cloneRange: () => start } as unknown as Range)
  expect(String(doc.getSelection())).toBe('“‘This')
})
