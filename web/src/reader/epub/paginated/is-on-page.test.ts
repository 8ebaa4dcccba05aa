import { expect, test } from 'vitest'
import { isAfterPage } from './is-on-page.ts'

const paths = ['a.xhtml', 'b.xhtml', 'c.xhtml']
const order = paths.map((path) => ({ path, href: path, url: path }))
const book = { order, asides: [], paths: new Set(paths) }
const place = { index: 1, fraction: 0.4, size: 0.2, words: '' }
const isAfter = (href: string, progression: number) =>
  isAfterPage(book, { href, type: 'application/xhtml+xml', locations: { progression } }, place)

test('what begins where the page ends is after it, as are later chapters', () => {
  expect(isAfter('b.xhtml', 0.6)).toBe(true)
  expect(isAfter('c.xhtml', 0)).toBe(true)
})

test('what is on the page or before it is not after it', () => {
  // A larger screen saves where its own page begins.
  expect(isAfter('b.xhtml', 0.3)).toBe(false)
  expect(isAfter('b.xhtml', 0.59)).toBe(false)
  expect(isAfter('a.xhtml', 1)).toBe(false)
})

test('nothing is after a page that is not on screen yet', () => {
  expect(isAfterPage(book, { href: 'c.xhtml', type: 'application/xhtml+xml' }, undefined)).toBe(false)
})
