import { expect, test } from 'vitest'
import { countReadingDirections, isRightToLeftStyle } from './reading-direction.ts'

test('lines from top to bottom follow each other as their writing mode says, others as their letters', () => {
  const styles = [
    ['vertical-rl', 'ltr'],
    ['sideways-rl', 'ltr'],
    ['tb-rl', 'ltr'],
    ['horizontal-tb', 'rtl'],
    ['vertical-lr', 'rtl'],
    ['sideways-lr', 'ltr'],
    ['horizontal-tb', 'ltr'],
    ['', ''],
  ] as const
  expect(styles.map(([mode, direction]) => isRightToLeftStyle(mode, direction))).toEqual([
    ...[true, true, true, true],
    ...[false, false, false, false],
  ])
})

test('a book is read as most of its text is set, whatever its cover and title page are', () => {
  const directions = countReadingDirections(false)
  expect(directions.add(0, 0, false)).toBe(false)
  expect(directions.add(1, 30, false)).toBe(false)
  expect(directions.isKnown(2)).toBe(false)
  expect(directions.add(2, 5000, true)).toBe(true)
  expect(directions.isKnown(2)).toBe(true)
  // The same chapter again counts once.
  expect(directions.add(1, 30, false)).toBe(true)
  expect(directions.add(3, 400, false)).toBe(true)
})

test('without any text, the direction stays the one assumed', () => {
  expect(countReadingDirections(true).add(0, 0, false)).toBe(true)
  expect(countReadingDirections(false).add(0, 0, true)).toBe(false)
})
