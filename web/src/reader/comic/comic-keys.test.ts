import { expect, test } from 'vitest'
import { comicCommandOf, type KeyPress } from './comic-keys.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})

test('arrows follow the reading direction', () => {
  expect(comicCommandOf(press('ArrowRight'), 'ltr')).toBe('next')
  expect(comicCommandOf(press('ArrowRight'), 'rtl')).toBe('previous')
  expect(comicCommandOf(press('ArrowLeft'), 'rtl')).toBe('next')
})

test('space goes on and with shift back', () => {
  expect(comicCommandOf(press(' '), 'rtl')).toBe('next')
  expect(comicCommandOf(press(' ', { shiftKey: true }), 'rtl')).toBe('previous')
})

test('letters work in either case, and never with Ctrl or Cmd', () => {
  expect(comicCommandOf(press('F'), 'ltr')).toBe('fullscreen')
  expect(comicCommandOf(press('d'), 'ltr')).toBe('double')
  expect(comicCommandOf(press('f', { ctrlKey: true }), 'ltr')).toBeUndefined()
  expect(comicCommandOf(press('w', { metaKey: true }), 'ltr')).toBeUndefined()
})

test('a key without a meaning is left to the browser', () => {
  expect(comicCommandOf(press('F5'), 'ltr')).toBeUndefined()
})
