import { expect, test } from 'vitest'
import { splitPdfChanges } from './pdf-settings.ts'

test('a zoom, a rotation and a pairing of pages are for one book, everything else is for all', () => {
  expect(splitPdfChanges({ fit: 'custom', zoom: 2 })).toEqual({ forBook: { fit: 'custom', zoom: 2 }, forAll: {} })
  expect(splitPdfChanges({ rotation: 90 })).toEqual({ forBook: { rotation: 90 }, forAll: {} })
  expect(splitPdfChanges({ isCoverAlone: false })).toEqual({ forBook: { isCoverAlone: false }, forAll: {} })
  expect(splitPdfChanges({ theme: 'dark', isDouble: true })).toEqual({
    forBook: {},
    forAll: { theme: 'dark', isDouble: true },
  })
})

test('a fit is for all, and ends the zoom of the book', () => {
  expect(splitPdfChanges({ fit: 'page', zoom: 0.7 })).toEqual({
    forBook: { fit: undefined, zoom: undefined },
    forAll: { fit: 'page' },
  })
})
