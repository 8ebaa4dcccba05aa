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

export const pdfKeyHelp: { keys: string[]; message: PlainKey }[] = [
  { keys: ['Space', 'Page ↓', 'Page ↑'], message: 'pdf.help.scroll' },
  { keys: ['←', '→'], message: 'help.arrows' },
  { keys: ['Home', 'End'], message: 'help.first' },
  { keys: ['G'], message: 'reader.goTo' },
  { keys: ['Backspace', 'Alt ←'], message: 'pdf.help.back' },
  { keys: ['+', '−', '0'], message: 'help.zoom' },
  { keys: ['W', 'Z'], message: 'pdf.help.fit' },
  { keys: ['R'], message: 'pdf.rotate' },
  { keys: ['D'], message: 'help.double' },
  { keys: ['C'], message: 'pdf.help.flow' },
  { keys: ['I'], message: 'pdf.help.dark' },
  { keys: ['/', 'Ctrl F'], message: 'help.search' },
  { keys: ['Enter', 'Shift Enter'], message: 'pdf.help.hits' },
  { keys: ['T'], message: 'help.contents' },
  { keys: ['O'], message: 'comic.overview' },
  ...passageKeyHelp,
  { keys: ['B'], message: 'help.bookmark' },
  { keys: ['P'], message: 'pdf.print' },
  { keys: ['F'], message: 'help.fullscreen' },
  { keys: ['S'], message: 'help.settings' },
  { keys: ['?'], message: 'help.help' },
  { keys: ['Esc'], message: 'help.close' },
]
