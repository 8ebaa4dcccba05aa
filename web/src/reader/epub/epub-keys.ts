import type { PlainKey } from '../../messages/t.ts'
import { passageKeyHelp } from '../annotations/passage-keys.ts'

export type EpubCommand =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'fullscreen'
  | 'bookmark'
  | 'contents'
  | 'search'
  | 'nextHit'
  | 'readAloud'
  | 'previousHit'
  | 'settings'
  | 'help'
  | 'notes'
  | 'selectText'
  | 'picture'
  | 'larger'
  | 'smaller'
  | 'close'

const plain: Record<string, EpubCommand> = {
  ' ': 'next',
  PageDown: 'next',
  ArrowDown: 'next',
  PageUp: 'previous',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  f: 'fullscreen',
  b: 'bookmark',
  t: 'contents',
  '/': 'search',
  g: 'nextHit',
  r: 'readAloud',
  F3: 'nextHit',
  n: 'notes',
  h: 'selectText',
  i: 'picture',
  s: 'settings',
  '?': 'help',
  '+': 'larger',
  '=': 'larger',
  '-': 'smaller',
  Escape: 'close',
}

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

export function epubCommandForKey(pressed: Pressed, rtl: boolean): EpubCommand | undefined {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return undefined
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key
  if (key === ' ' && pressed.shiftKey) return 'previous'
  if ((key === 'g' || key === 'F3') && pressed.shiftKey) return 'previousHit'
  if (key === 'ArrowRight') return rtl ? 'previous' : 'next'
  if (key === 'ArrowLeft') return rtl ? 'next' : 'previous'
  return plain[key]
}

export const epubKeyHelp: { keys: string[]; says: PlainKey }[] = [
  { keys: ['←', '→'], says: 'help.arrows' },
  { keys: ['Space', '↓', 'Page ↓'], says: 'help.next' },
  { keys: ['Shift Space', '↑', 'Page ↑'], says: 'help.previous' },
  { keys: ['Home', 'End'], says: 'help.first' },
  { keys: ['+', '−'], says: 'epub.size' },
  { keys: ['/'], says: 'help.search' },
  { keys: ['G', 'Shift G'], says: 'help.hits' },
  { keys: ['T'], says: 'help.contents' },
  ...passageKeyHelp,
  { keys: ['I'], says: 'help.picture' },
  { keys: ['R'], says: 'speech.title' },
  { keys: ['B'], says: 'help.bookmark' },
  { keys: ['F'], says: 'help.fullscreen' },
  { keys: ['S'], says: 'help.settings' },
  { keys: ['?'], says: 'help.help' },
  { keys: ['Esc'], says: 'help.close' },
]

/** Fixed-layout pages have no adjustable text size: the page itself is zoomed. */
export type FixedLayoutCommand = Exclude<EpubCommand, 'settings' | 'picture'> | 'actualSize'

export function fixedLayoutCommandForKey(pressed: Pressed, rtl: boolean): FixedLayoutCommand | undefined {
  if (pressed.key === '0' && !pressed.ctrlKey && !pressed.metaKey && !pressed.altKey) return 'actualSize'
  const command = epubCommandForKey(pressed, rtl)
  return command === 'settings' || command === 'picture' ? undefined : command
}

export const fixedLayoutKeyHelp = epubKeyHelp
  .filter(({ says }) => says !== 'help.settings' && says !== 'help.picture')
  .map((row): (typeof epubKeyHelp)[number] =>
    row.says === 'epub.size' ? { keys: ['+', '−', '0'], says: 'help.zoom' } : row,
  )
