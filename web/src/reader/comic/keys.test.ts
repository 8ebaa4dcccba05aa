import { expect, test } from 'vitest'
import { deedOf, type Pressed } from './keys.ts'

const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})

test('arrows follow the reading direction', () => {
  expect(deedOf(press('ArrowRight'), 'ltr')).toBe('next')
  expect(deedOf(press('ArrowRight'), 'rtl')).toBe('previous')
  expect(deedOf(press('ArrowLeft'), 'rtl')).toBe('next')
})

test('space goes on and with shift back', () => {
  expect(deedOf(press(' '), 'rtl')).toBe('next')
  expect(deedOf(press(' ', { shiftKey: true }), 'rtl')).toBe('previous')
})

test('letters work in either case, and never with Ctrl or Cmd', () => {
  expect(deedOf(press('F'), 'ltr')).toBe('fullscreen')
  expect(deedOf(press('d'), 'ltr')).toBe('double')
  expect(deedOf(press('f', { ctrlKey: true }), 'ltr')).toBeUndefined()
  expect(deedOf(press('w', { metaKey: true }), 'ltr')).toBeUndefined()
})

test('a key without a meaning is left to the browser', () => {
  expect(deedOf(press('F5'), 'ltr')).toBeUndefined()
})
