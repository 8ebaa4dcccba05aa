import { expect, test } from 'vitest'
import {
  countPositions,
  filesNearerToLocation,
  type Locator,
  makeLocator,
  nearestTextMatch,
  pathOfUrl,
  progressionAtPosition,
  progressionInFile,
} from './locator.ts'

const positions: Locator[] = ['a.xhtml', 'a.xhtml', 'b.xhtml', 'b.xhtml', 'b.xhtml', 'c.xhtml'].map((href) => ({
  href,
}))
const filesOf = (...paths: string[]) => paths.map((path) => ({ path }))
const counts = countPositions(positions, filesOf('a.xhtml', 'b.xhtml', 'c.xhtml'))

test('the path of a file is read from its URL', () => {
  expect(pathOfUrl('/api/v1/books/1/resources/OEBPS/ch%201.xhtml#p3')).toBe('OEBPS/ch 1.xhtml')
  expect(pathOfUrl('/lectern/api/v1/books/1/resources/OEBPS/resources/a.xhtml?page')).toBe('OEBPS/resources/a.xhtml')
  expect(pathOfUrl('OEBPS/ch%201.xhtml')).toBe('OEBPS/ch 1.xhtml')
  expect(pathOfUrl('/api/v1/books/1/resources/OEBPS/ch%20%232%3F.xhtml?page#p3')).toBe('OEBPS/ch #2?.xhtml')
  expect(pathOfUrl('100%.xhtml')).toBe('100%.xhtml')
})

test('files beside the text are not counted, wherever they stand', () => {
  const first = countPositions(positions, filesOf('b.xhtml', 'c.xhtml'))
  expect(first.total).toBe(4)
  expect(makeLocator(first, 'b.xhtml', undefined, 0, '').locations).toMatchObject({ position: 1, totalProgression: 0 })
  expect(progressionAtPosition(first, 1)).toEqual({ path: 'b.xhtml', progression: 0 })
  const last = countPositions(positions, filesOf('a.xhtml', 'b.xhtml'))
  expect(last.total).toBe(5)
  expect(makeLocator(last, 'c.xhtml', undefined, 0.5, '').locations).toMatchObject({ position: 5, totalProgression: 1 })
})

test('positions count through the whole book', () => {
  const locator = makeLocator(counts, 'b.xhtml', 'application/xhtml+xml', 0.5, 'x')
  expect(locator.locations).toEqual({ progression: 0.5, position: 4, totalProgression: (2 + 1.5) / 6 })
})

test('the end of a file is still its last position', () => {
  expect(makeLocator(counts, 'b.xhtml', undefined, 1, '').locations?.position).toBe(5)
})

test('words are kept only if there are enough of them', () => {
  const long = '  It was the best of times, it was the worst of times, it was the age of wisdom'
  expect(makeLocator(counts, 'a.xhtml', undefined, 0, long).text?.highlight).toBe(
    'It was the best of times, it was the worst of times, it was ',
  )
  expect(makeLocator(counts, 'a.xhtml', undefined, 0, `a${' '.repeat(70)}b`).text).toBeUndefined()
})

test('a position leads back to its place', () => {
  expect(progressionAtPosition(counts, 1)).toEqual({ path: 'a.xhtml', progression: 0 })
  expect(progressionAtPosition(counts, 4)).toEqual({ path: 'b.xhtml', progression: 1 / 3 })
  expect(progressionAtPosition(counts, 99)).toBeUndefined()
})

test('of equal passages the nearest is meant', () => {
  const text = `${'x'.repeat(100)}needle${'x'.repeat(100)}needle${'x'.repeat(100)}`
  expect(nearestTextMatch(text, 'needle', 0.9)?.at).toBe(206)
  expect(nearestTextMatch(text, 'needle', 0.1)?.at).toBe(100)
  expect(nearestTextMatch(text, 'absent', 0.1)).toBeUndefined()
})

test('line breaks in the file do not matter, nor do signs that mean something in patterns', () => {
  expect(nearestTextMatch('She said\n    (twice): “why?”', 'said (twice): “why?”', 0)).toEqual({ at: 4, length: 24 })
})

test('a place counted over the whole book is found in its file, and the files nearer to it than another', () => {
  const at = (totalProgression: number): Locator => ({ href: 'gone.xhtml', locations: { totalProgression } })
  const order = ['a.xhtml', 'b.xhtml', 'c.xhtml'].map((path) => ({ path }))
  expect(progressionInFile(counts, 'b.xhtml', at(3.5 / 6))).toBeCloseTo(0.5)
  expect(filesNearerToLocation(order, counts, at(3.5 / 6), 1)).toEqual([])
  expect(filesNearerToLocation(order, counts, at(3 / 6), 0)).toEqual([1])
  expect(filesNearerToLocation(order, counts, at(0.5 / 6), 2)).toEqual([0, 1])
  // On the boundary it belongs to the file that starts there, and only to that one.
  expect(filesNearerToLocation(order, counts, at(2 / 6), 0)).toEqual([1])
  expect(filesNearerToLocation(order, counts, at(2 / 6), 1)).toEqual([])
})
