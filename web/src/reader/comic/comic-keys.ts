import type { PlainKey } from '../../messages/t.ts'
import type { ComicDirection } from './comic-settings.ts'

export type ComicCommand =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'double'
  | 'webtoon'
  | 'fit'
  | 'fullscreen'
  | 'bookmark'
  | 'contents'
  | 'overview'
  | 'guided'
  | 'peek'
  | 'autoScroll'
  | 'settings'
  | 'help'
  | 'close'
  | 'zoomIn'
  | 'zoomOut'
  | 'zoomReset'
  | 'nextBook'
  | 'previousBook'

const plain: Record<string, ComicCommand> = {
  ' ': 'next',
  PageDown: 'next',
  Enter: 'next',
  PageUp: 'previous',
  Backspace: 'previous',
  Home: 'first',
  End: 'last',
  d: 'double',
  f: 'fullscreen',
  w: 'webtoon',
  z: 'fit',
  b: 'bookmark',
  t: 'contents',
  o: 'overview',
  g: 'guided',
  p: 'peek',
  a: 'autoScroll',
  s: 'settings',
  '?': 'help',
  Escape: 'close',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '0': 'zoomReset',
  ']': 'nextBook',
  '[': 'previousBook',
}

export type KeyPress = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** The command for a key. Arrow keys go where they point: left is forward in right-to-left books. */
export function comicCommandForKey(pressed: KeyPress, direction: ComicDirection): ComicCommand | undefined {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return undefined
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key
  if (key === ' ' && pressed.shiftKey) return 'previous'
  const left = direction === 'rtl' ? 'next' : 'previous'
  const right = direction === 'rtl' ? 'previous' : 'next'
  if (key === 'ArrowLeft') return left
  if (key === 'ArrowRight') return right
  if (key === 'ArrowDown') return 'next'
  if (key === 'ArrowUp') return 'previous'
  return plain[key]
}

export const comicKeyHelp: { keys: string[]; says: PlainKey }[] = [
  { keys: ['←', '→'], says: 'help.arrows' },
  { keys: ['Space', '↓', 'Page ↓'], says: 'help.next' },
  { keys: ['Shift Space', '↑', 'Page ↑'], says: 'help.previous' },
  { keys: ['Home', 'End'], says: 'help.first' },
  { keys: ['D'], says: 'help.double' },
  { keys: ['W'], says: 'help.webtoon' },
  { keys: ['Z'], says: 'help.fit' },
  { keys: ['+', '−', '0'], says: 'help.zoom' },
  { keys: ['F'], says: 'help.fullscreen' },
  { keys: ['B'], says: 'help.bookmark' },
  { keys: ['T'], says: 'reader.bookmarks' },
  { keys: ['O'], says: 'comic.overview' },
  { keys: ['G'], says: 'comic.guided' },
  { keys: ['P'], says: 'comic.peek' },
  { keys: ['A'], says: 'comic.autoScroll' },
  { keys: ['S'], says: 'help.settings' },
  { keys: ['[', ']'], says: 'help.nextBook' },
  { keys: ['?'], says: 'help.help' },
  { keys: ['Esc'], says: 'help.close' },
]
