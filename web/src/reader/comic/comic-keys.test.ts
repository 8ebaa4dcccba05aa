import { expect, test } from 'vitest'
import { comicCommandForKey, type KeyPress } from './comic-keys.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})

test('arrows follow the reading direction', () => {
  expect(comicCommandForKey(press('ArrowRight'), 'ltr')).toBe('next')
  expect(comicCommandForKey(press('ArrowRight'), 'rtl')).toBe('previous')
  expect(comicCommandForKey(press('ArrowLeft'), 'rtl')).toBe('next')
})

test('space moves forward, and backward with shift', () => {
  expect(comicCommandForKey(press(' '), 'rtl')).toBe('next')
  expect(comicCommandForKey(press(' ', { shiftKey: true }), 'rtl')).toBe('previous')
})

test('letters work in either case, and never with Ctrl or Cmd', () => {
  expect(comicCommandForKey(press('F'), 'ltr')).toBe('fullscreen')
  expect(comicCommandForKey(press('d'), 'ltr')).toBe('double')
  expect(comicCommandForKey(press('f', { ctrlKey: true }), 'ltr')).toBeUndefined()
  expect(comicCommandForKey(press('w', { metaKey: true }), 'ltr')).toBeUndefined()
})

test('a key without a meaning is left to the browser', () => {
  expect(comicCommandForKey(press('F5'), 'ltr')).toBeUndefined()
})
