import type { PlainKey } from '../../messages/t.ts'
import { passageKeyHelp } from '../annotations/passage-keys.ts'

export type PdfCommand =
  | ('next' | 'previous' | 'nextPage' | 'previousPage' | 'down' | 'up' | 'first' | 'last' | 'back')
  | ('zoomIn' | 'zoomOut' | 'actualSize' | 'fitWidth' | 'fitPage' | 'rotate' | 'double' | 'flow' | 'dark')
  | ('search' | 'nextHit' | 'previousHit' | 'contents' | 'overview' | 'notes' | 'selectText' | 'goTo' | 'bookmark')
  | ('fullscreen' | 'settings' | 'print' | 'help' | 'close')

const plain: Record<string, PdfCommand> = {
  ' ': 'next',
  PageDown: 'next',
  PageUp: 'previous',
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowRight: 'nextPage',
  ArrowLeft: 'previousPage',
  j: 'nextPage',
  k: 'previousPage',
  Home: 'first',
  End: 'last',
  Backspace: 'back',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '0': 'actualSize',
  w: 'fitWidth',
  z: 'fitPage',
  r: 'rotate',
  d: 'double',
  c: 'flow',
  i: 'dark',
  '/': 'search',
  F3: 'nextHit',
  Enter: 'nextHit',
  t: 'contents',
  o: 'overview',
  n: 'notes',
  h: 'selectText',
  g: 'goTo',
  b: 'bookmark',
  f: 'fullscreen',
  s: 'settings',
  p: 'print',
  '?': 'help',
  Escape: 'close',
}

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

export function pdfCommandForKey(pressed: Pressed, isRtl: boolean): PdfCommand | undefined {
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key
  const isControl = pressed.ctrlKey || pressed.metaKey
  // The browser's own search only sees the pages near the current one, and its print only the window.
  if (isControl && !pressed.altKey) return ({ f: 'search', p: 'print', g: 'nextHit' } as const)[key]
  // Alt with an arrow is the browser's Back and Forward, which go through the jumps in the book first.
  if (pressed.altKey) return undefined
  if (pressed.shiftKey && key === ' ') return 'previous'
  if (pressed.shiftKey && (key === 'F3' || key === 'Enter')) return 'previousHit'
  if (isRtl && key === 'ArrowRight') return 'previousPage'
  if (isRtl && key === 'ArrowLeft') return 'nextPage'
  return plain[key]
}

export const pdfKeyHelp: { keys: string[]; says: PlainKey }[] = [
  { keys: ['Space', 'Page ↓', 'Page ↑'], says: 'pdf.help.scroll' },
  { keys: ['←', '→'], says: 'help.arrows' },
  { keys: ['Home', 'End'], says: 'help.first' },
  { keys: ['G'], says: 'reader.goTo' },
  { keys: ['Backspace', 'Alt ←'], says: 'pdf.help.back' },
  { keys: ['+', '−', '0'], says: 'help.zoom' },
  { keys: ['W', 'Z'], says: 'pdf.help.fit' },
  { keys: ['R'], says: 'pdf.rotate' },
  { keys: ['D'], says: 'help.double' },
  { keys: ['C'], says: 'pdf.help.flow' },
  { keys: ['I'], says: 'pdf.help.dark' },
  { keys: ['/', 'Ctrl F'], says: 'help.search' },
  { keys: ['Enter', 'Shift Enter'], says: 'pdf.help.hits' },
  { keys: ['T'], says: 'help.contents' },
  { keys: ['O'], says: 'comic.overview' },
  ...passageKeyHelp,
  { keys: ['B'], says: 'help.bookmark' },
  { keys: ['P'], says: 'pdf.print' },
  { keys: ['F'], says: 'help.fullscreen' },
  { keys: ['S'], says: 'help.settings' },
  { keys: ['?'], says: 'help.help' },
  { keys: ['Esc'], says: 'help.close' },
]
