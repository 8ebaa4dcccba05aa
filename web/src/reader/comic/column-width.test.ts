import { expect, test } from 'vitest'
import { columnWidth } from './column-width.ts'

const desk = { width: 1600, height: 1000 }
const phone = { width: 390, height: 840 }

test('a webtoon has margins on a desk and none on a phone', () => {
  const settings = { mode: 'webtoon', fit: 'screen', sidePadding: 25 } as const
  expect(columnWidth(desk, settings, 1)).toBe(800)
  expect(columnWidth(phone, settings, 1)).toBe(390)
})

test('continuous pages fill the width when asked to', () => {
  expect(columnWidth(desk, { mode: 'continuous', fit: 'width', sidePadding: 0 }, 1)).toBe(1600)
  expect(columnWidth(phone, { mode: 'continuous', fit: 'screen', sidePadding: 0 }, 1)).toBe(390)
})

test('zoom may make them wider than the window', () => {
  expect(columnWidth(phone, { mode: 'webtoon', fit: 'screen', sidePadding: 0 }, 2)).toBe(780)
})
