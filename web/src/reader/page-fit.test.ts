import { expect, test } from 'vitest'
import { fitSpread, nextPageFit, scrollAfterZoom } from './page-fit.ts'

const page = { number: 1, width: 1000, height: 1500 }
const view = { width: 1200, height: 900 }

test('on the screen the whole page is seen', () => {
  expect(fitSpread([page], view, 'screen', 1)).toEqual([{ width: 600, height: 900 }])
  expect(fitSpread([page], { width: 300, height: 900 }, 'screen', 1)).toEqual([{ width: 300, height: 450 }])
})

test('by width the page is as wide as the window and may be taller', () => {
  expect(fitSpread([page], view, 'width', 1)).toEqual([{ width: 1200, height: 1800 }])
})

test('two pages share the window and one height', () => {
  const other = { number: 2, width: 2000, height: 3000 }
  const [left, right] = fitSpread([page, other], view, 'width', 1)
  expect(left).toEqual({ width: 600, height: 900 })
  expect(right).toEqual({ width: 600, height: 900 })
})

test('original is the size of the scan, zoom multiplies', () => {
  expect(fitSpread([page], view, 'original', 1)).toEqual([{ width: 1000, height: 1500 }])
  expect(fitSpread([page], view, 'screen', 2)).toEqual([{ width: 1200, height: 1800 }])
})

test('the fits follow each other in a circle', () => {
  expect(nextPageFit('screen')).toBe('width')
  expect(nextPageFit('original')).toBe('screen')
})

test('the point under the fingers stays there while zooming', () => {
  const after = scrollAfterZoom(100, [50, 50], 400, 1000, 2000)
  expect((after + 50) / 2000).toBeCloseTo((100 + 50) / 1000)
})

test('what is under the fingers goes with them', () => {
  const after = scrollAfterZoom(100, [50, 80], 400, 1000, 2000)
  expect((after + 80) / 2000).toBeCloseTo((100 + 50) / 1000)
})

test('a page that stood in the middle of the window grows around the fingers, too', () => {
  // 200 wide in a window of 400: its left edge is at 100, its centre at 200.
  expect(scrollAfterZoom(0, [200, 200], 400, 200, 800)).toBe(200)
  expect(scrollAfterZoom(0, [100, 100], 400, 200, 800)).toBe(-100)
})
