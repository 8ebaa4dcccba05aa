import { expect, test } from 'vitest'
import { defaultEpubSettings, epubStylesFor, epubThemes, themeColours } from './epub-settings.ts'

const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string) => {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

test('every theme is readable: ink at least 7 to 1, links at least 4.5 to 1', () => {
  for (const theme of epubThemes) {
    const { paper, ink, link } = themeColours[theme]
    expect(contrast(paper, ink)).toBeGreaterThanOrEqual(7)
    expect(contrast(paper, link)).toBeGreaterThanOrEqual(4.5)
  }
})

test('the publisher’s own font is left alone when wished', () => {
  expect(epubStylesFor({ ...defaultEpubSettings, font: 'publisher' }, '')[1]).not.toContain('font-family')
  expect(epubStylesFor({ ...defaultEpubSettings, font: 'dyslexic' }, '')[1]).toContain('OpenDyslexic')
})

test('the theme reaches the page behind the columns', () => {
  expect(epubStylesFor({ ...defaultEpubSettings, theme: 'sepia' }, '')[1]).toContain('--theme-bg-color: #f3e8d2')
})
