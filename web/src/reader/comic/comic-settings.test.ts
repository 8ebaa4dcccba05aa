import { expect, test } from 'vitest'
import { changeComicSettings, comicSettingsFor, cssImageFilter } from './comic-settings.ts'

test('a manga opens from right to left without anyone setting it', () => {
  expect(comicSettingsFor({ readingDirection: 'rtl' }, {}).direction).toBe('rtl')
})

test('a webtoon opens as one, also where double pages are usual', () => {
  expect(comicSettingsFor({ readingDirection: 'webtoon' }, { account: { mode: 'double' } }).mode).toBe('webtoon')
})

test('pages several screens high open as a webtoon though nobody called them one, unless the series was set otherwise', () => {
  const cover = { number: 1, width: 800, height: 1200 }
  const strips = [2, 3, 4].map((number) => ({ number, width: 800, height: 6000 }))
  const manga = { readingDirection: 'rtl' } as const
  expect(comicSettingsFor(manga, { account: { mode: 'double' } }, [cover, ...strips])).toMatchObject({
    mode: 'webtoon',
    direction: 'ttb',
  })
  expect(comicSettingsFor(manga, { series: { mode: 'single' } }, strips).mode).toBe('single')
  expect(comicSettingsFor(manga, {}, [cover, cover, cover, ...strips]).mode).toBe('single')
  expect(comicSettingsFor(manga, {}, [{ number: 1, width: null, height: null }]).mode).toBe('single')
})

test('what was set for the series wins over everything', () => {
  const settings = comicSettingsFor(
    { readingDirection: 'rtl' },
    { account: { fit: 'width' }, series: { direction: 'ltr', fit: 'height' } },
  )
  expect(settings).toMatchObject({ direction: 'ltr', fit: 'height' })
})

test('usual settings hold where the series says nothing', () => {
  expect(comicSettingsFor({ readingDirection: null }, { account: { mode: 'double' } })).toMatchObject({
    mode: 'double',
    direction: 'ltr',
  })
})

test('pictures stay as they are until somebody changes them', () => {
  const plain = comicSettingsFor({ readingDirection: 'ltr' }, {})
  expect(cssImageFilter(plain)).toBeUndefined()
  expect(cssImageFilter({ ...plain, brightness: 80, tone: 'sepia' })).toBe('brightness(80%) sepia(70%)')
})

test('a change holds for what it was made for, and narrower settings give way to it', () => {
  const none = { account: {}, device: {}, series: {}, book: {} }
  const manga = { readingDirection: 'rtl' } as const
  const forBook = changeComicSettings(none, { fit: 'width' }, 'book', {})
  expect(forBook).toEqual({ ...none, book: { fit: 'width' } })
  const forAll = changeComicSettings(forBook, { fit: 'height' }, 'account', {})
  expect(forAll).toEqual({ ...none, account: { fit: 'height' } })
  expect(comicSettingsFor(manga, forAll).fit).toBe('height')
  const here = changeComicSettings(forAll, { fit: 'screen' }, 'device', {})
  expect(here).toEqual({ ...none, account: { fit: 'height' }, device: { fit: 'screen' } })
  expect(comicSettingsFor(manga, here).fit).toBe('screen')
})

test('what a comic says of itself is never changed for all comics', () => {
  const none = { account: {}, device: {}, series: {}, book: {} }
  const changed = changeComicSettings(none, { direction: 'ltr', mode: 'single', gap: 4 }, 'account', {
    mode: 'webtoon',
  })
  expect(changed).toEqual({ ...none, account: { gap: 4 }, series: { direction: 'ltr', mode: 'single' } })
  expect(comicSettingsFor({ readingDirection: 'rtl' }, changed).direction).toBe('ltr')
})
