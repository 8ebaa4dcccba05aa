import { expect, test } from 'vitest'
import { textPieces } from './split-long-text.ts'

const longest = (pieces: string[]) => Math.max(...pieces.map(({ length }) => length))

test('text is split after sentences, and nothing of it is lost', () => {
  const text = 'The lamps were lit. Nobody came, and it rained. '.repeat(500)
  const pieces = textPieces(text, false)
  expect(pieces.join('')).toBe(text)
  expect(pieces.length).toBeGreaterThan(5)
  expect(longest(pieces)).toBeLessThanOrEqual(4000)
  for (const piece of pieces) expect(piece).toMatch(/\. $/)
})

test('a listing is split after lines', () => {
  const text = 'let lamp = "lit. "\n'.repeat(1000)
  const pieces = textPieces(text, true)
  expect(pieces.join('')).toBe(text)
  for (const piece of pieces) expect(piece).toMatch(/\n$/)
})

test('without sentences it is split after words, and without those anywhere but within a character', () => {
  expect(textPieces('lamp '.repeat(2000), false)[0]).toMatch(/lamp $/)
  const pieces = textPieces(`a${'😀'.repeat(5000)}`, false)
  expect(pieces.join('')).toBe(`a${'😀'.repeat(5000)}`)
  for (const piece of pieces) expect(piece.isWellFormed()).toBe(true)
  expect(textPieces('雨が降った。灯は消えた。'.repeat(800), false)[0]).toMatch(/。$/)
})
