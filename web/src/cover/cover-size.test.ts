import { expect, test } from 'vitest'
import { coverSizeToAskFor } from './cover-size.ts'

const widths = [160, 266, 320, 480, 640, 960]
/** The browser's choice: the narrowest file that is wide enough. */
const fileFor = (shown: number, pixelRatio: number) =>
  widths.find((width) => width >= coverSizeToAskFor(shown, pixelRatio) * pixelRatio)

test('two cards side by side on a phone need no covers of 640 pixels', () => {
  for (const screen of [360, 375, 390, 393, 402, 412, 430, 440])
    expect(fileFor((screen - 56) / 2, 3), `${screen}`).toBe(480)
  expect(fileFor(167, 2)).toBe(320)
})

test('the covers of the home page have every pixel of a phone', () => {
  for (const shown of [92, 118, 124, 148])
    for (const pixelRatio of [2, 2.625, 3]) {
      const file = fileFor(shown, pixelRatio) ?? 0
      expect(file / shown, `${shown} at ${pixelRatio}`).toBeGreaterThanOrEqual(pixelRatio * 0.94)
      expect(file, `${shown} at ${pixelRatio}`).toBeLessThanOrEqual(480)
    }
})

test('covers stay sharp: never less than nine tenths of the pixels up to two, and two and a half above', () => {
  for (let shown = 80; shown <= 300; shown += 7) {
    for (const pixelRatio of [1, 1.25, 1.5, 2, 2.625, 3]) {
      const file = fileFor(shown, pixelRatio) ?? 960
      expect(file / shown, `${shown} at ${pixelRatio}`).toBeGreaterThanOrEqual(Math.min(pixelRatio * 0.94, 2.49))
    }
  }
})
