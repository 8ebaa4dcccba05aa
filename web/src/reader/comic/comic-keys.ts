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

export const comicKeyHelp: { keys: string[]; message: PlainKey }[] = [
  { keys: ['←', '→'], message: 'help.arrows' },
  { keys: ['Space', '↓', 'Page ↓'], message: 'help.next' },
  { keys: ['Shift Space', '↑', 'Page ↑'], message: 'help.previous' },
  { keys: ['Home', 'End'], message: 'help.first' },
  { keys: ['D'], message: 'help.double' },
  { keys: ['W'], message: 'help.webtoon' },
  { keys: ['Z'], message: 'help.fit' },
  { keys: ['+', '−', '0'], message: 'help.zoom' },
  { keys: ['F'], message: 'help.fullscreen' },
  { keys: ['B'], message: 'help.bookmark' },
  { keys: ['T'], message: 'reader.bookmarks' },
  { keys: ['O'], message: 'comic.overview' },
  { keys: ['G'], message: 'comic.guided' },
  { keys: ['P'], message: 'comic.peek' },
  { keys: ['A'], message: 'comic.autoScroll' },
  { keys: ['S'], message: 'help.settings' },
  { keys: ['[', ']'], message: 'help.nextBook' },
  { keys: ['?'], message: 'help.help' },
  { keys: ['Esc'], message: 'help.close' },
]
