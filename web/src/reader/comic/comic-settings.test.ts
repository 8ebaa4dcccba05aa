import { expect, test } from 'vitest'
import { comicSettingsFor, pictureFilter } from './comic-settings.ts'

test('a manga opens from right to left without anyone setting it', () => {
  expect(comicSettingsFor({ readingDirection: 'rtl' }, {}, {}).direction).toBe('rtl')
})

test('a webtoon opens as one, also where double pages are usual', () => {
  expect(comicSettingsFor({ readingDirection: 'webtoon' }, { mode: 'double' }, {}).mode).toBe('webtoon')
})

test('pages several screens high open as a webtoon though nobody called them one, unless the series was set otherwise', () => {
  const cover = { number: 1, width: 800, height: 1200 }
  const strips = [2, 3, 4].map((number) => ({ number, width: 800, height: 6000 }))
  const manga = { readingDirection: 'rtl' } as const
  expect(comicSettingsFor(manga, { mode: 'double' }, {}, [cover, ...strips])).toMatchObject({
    mode: 'webtoon',
    direction: 'ttb',
  })
  expect(comicSettingsFor(manga, {}, { mode: 'single' }, strips).mode).toBe('single')
  expect(comicSettingsFor(manga, {}, {}, [cover, cover, cover, ...strips]).mode).toBe('single')
  expect(comicSettingsFor(manga, {}, {}, [{ number: 1, width: null, height: null }]).mode).toBe('single')
})

test('what was set for the series wins over everything', () => {
  const settings = comicSettingsFor({ readingDirection: 'rtl' }, { fit: 'width' }, { direction: 'ltr', fit: 'height' })
  expect(settings).toMatchObject({ direction: 'ltr', fit: 'height' })
})

test('usual settings hold where the series says nothing', () => {
  expect(comicSettingsFor({ readingDirection: null }, { mode: 'double' }, {})).toMatchObject({
    mode: 'double',
    direction: 'ltr',
  })
})

test('pictures stay as they are until somebody changes them', () => {
  const plain = comicSettingsFor({ readingDirection: 'ltr' }, {}, {})
  expect(pictureFilter(plain)).toBeUndefined()
  expect(pictureFilter({ ...plain, brightness: 80, tone: 'sepia' })).toBe('brightness(80%) sepia(70%)')
})
