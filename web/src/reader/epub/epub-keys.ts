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

export const epubKeyHelp: { keys: string[]; message: PlainKey }[] = [
  { keys: ['←', '→'], message: 'help.arrows' },
  { keys: ['Space', '↓', 'Page ↓'], message: 'help.next' },
  { keys: ['Shift Space', '↑', 'Page ↑'], message: 'help.previous' },
  { keys: ['Home', 'End'], message: 'help.first' },
  { keys: ['+', '−'], message: 'epub.size' },
  { keys: ['/'], message: 'help.search' },
  { keys: ['G', 'Shift G'], message: 'help.hits' },
  { keys: ['T'], message: 'help.contents' },
  ...passageKeyHelp,
  { keys: ['I'], message: 'help.picture' },
  { keys: ['R'], message: 'speech.title' },
  { keys: ['B'], message: 'help.bookmark' },
  { keys: ['F'], message: 'help.fullscreen' },
  { keys: ['S'], message: 'help.settings' },
  { keys: ['?'], message: 'help.help' },
  { keys: ['Esc'], message: 'help.close' },
]

/** Fixed-layout pages have no adjustable text size: the page itself is zoomed. */
export type FixedLayoutCommand = Exclude<EpubCommand, 'settings' | 'picture'> | 'actualSize'

export function fixedLayoutCommandForKey(pressed: Pressed, rtl: boolean): FixedLayoutCommand | undefined {
  if (pressed.key === '0' && !pressed.ctrlKey && !pressed.metaKey && !pressed.altKey) return 'actualSize'
  const command = epubCommandForKey(pressed, rtl)
  return command === 'settings' || command === 'picture' ? undefined : command
}

export const fixedLayoutKeyHelp = epubKeyHelp
  .filter(({ message }) => message !== 'help.settings' && message !== 'help.picture')
  .map((row): (typeof epubKeyHelp)[number] =>
    row.message === 'epub.size' ? { keys: ['+', '−', '0'], message: 'help.zoom' } : row,
  )
