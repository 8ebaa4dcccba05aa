import { expect, test } from 'vitest'
import { epubStylesFor } from '../chapter/epub-styles.ts'
import { contrastOf, defaultEpubSettings, epubColorsFor, epubThemeColors, isDarkEpubTheme } from './epub-settings.ts'

test('every theme is readable: ink at least 7 to 1, links at least 4.5 to 1', () => {
  for (const { paper, ink, link } of Object.values(epubThemeColors)) {
    expect(contrastOf(paper, ink)).toBeGreaterThanOrEqual(7)
    expect(contrastOf(paper, link)).toBeGreaterThanOrEqual(4.5)
  }
})

test('a theme of one’s own has its colours, and nothing that is no colour', () => {
  const own = { ...defaultEpubSettings, theme: 'custom' as const, customPaper: '#102030', customInk: '#f0e0d0' }
  expect(epubColorsFor(own)).toMatchObject({ paper: '#102030', ink: '#f0e0d0' })
  expect(isDarkEpubTheme(own)).toBe(true)
  expect(epubColorsFor({ ...own, customPaper: 'red; } body { display: none' }).paper).toBe(
    defaultEpubSettings.customPaper,
  )
})

test('a theme that does not exist is paper', () => {
  const unknown = { ...defaultEpubSettings, theme: 'night' as 'dusk' }
  expect(epubColorsFor(unknown)).toEqual(epubThemeColors.paper)
  expect(isDarkEpubTheme(unknown)).toBe(false)
})

test('only what was changed is written over the book’s own look', () => {
  const [, plain] = epubStylesFor(defaultEpubSettings, '')
  for (const rule of ['font-weight', 'letter-spacing', 'word-spacing', 'text-indent', 'margin-block'])
    expect(plain).not.toContain(rule)
  const [, changed] = epubStylesFor(
    { ...defaultEpubSettings, weight: 500, letterSpacing: 0.05, paragraphIndent: 0, hyphens: false, font: 'own:A"b' },
    '',
  )
  for (const rule of ['font-weight: 500', 'letter-spacing: 0.05em', 'text-indent: 0em', 'hyphens: none', '"Ab", '])
    expect(changed).toContain(rule)
})

test('the publisher’s font is kept when chosen', () => {
  expect(epubStylesFor({ ...defaultEpubSettings, font: 'publisher' }, '')[1]).not.toContain('font-family')
  expect(epubStylesFor({ ...defaultEpubSettings, font: 'dyslexic' }, '')[1]).toContain('OpenDyslexic')
})

test('the theme reaches the page behind the columns', () => {
  expect(epubStylesFor({ ...defaultEpubSettings, theme: 'sepia' }, '')[1]).toContain('--theme-bg-color: #f3e8d2')
})
