import { expect, test } from 'vitest'
import { dominantColor } from './dominant-color.ts'

const pixels = (...colours: [number, number, number][]) => colours.flatMap(([r, g, b]) => [r, g, b, 255])

test('the colour that fills most of the cover wins', () => {
  expect(dominantColor(pixels([200, 20, 20], [200, 20, 20], [20, 20, 200]))).toBe('rgb(200 20 20)')
})

test('a spot of colour on white paper beats the paper', () => {
  expect(dominantColor(pixels([250, 250, 250], [250, 250, 250], [30, 120, 60]))).toBe('rgb(30 120 60)')
})

test('a grey page stays grey', () => {
  expect(dominantColor(pixels([128, 128, 128], [128, 128, 128]))).toBe('rgb(128 128 128)')
})
