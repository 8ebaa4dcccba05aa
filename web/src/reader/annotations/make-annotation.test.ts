import { expect, test } from 'vitest'
import type { Annotation } from '../../api/types.ts'
import { replaceCoveredAnnotations } from './make-annotation.ts'

const marked = (id: string, note: string | null) =>
  ({ id, note, color: 'green', style: 'underline', updatedAt: '2026-01-01T00:00:00Z', locator: {} }) as Annotation
const locator = { href: 'c1.xhtml', text: { highlight: 'all of it' } }

test('a passage marked over others takes the place of the first, with what was noted there', () => {
  const covered = [marked('a', 'One.'), marked('b', null), marked('c', 'Two.')]
  const { next, gone } = replaceCoveredAnnotations(covered, locator, { color: 'pink' })
  expect(next).toMatchObject({ id: 'a', locator, color: 'pink', style: 'underline', note: 'One.\n\nTwo.' })
  expect(Date.parse(next?.updatedAt ?? '')).toBeGreaterThan(Date.parse('2026-01-01T00:00:00Z'))
  expect(gone).toEqual(['b', 'c'])
})

test('a note on words that were marked before joins theirs, in their colour', () => {
  const { next } = replaceCoveredAnnotations([marked('a', 'One.')], locator, { note: 'More.' })
  expect(next).toMatchObject({ id: 'a', color: 'green', note: 'One.\n\nMore.' })
  expect(replaceCoveredAnnotations([marked('a', null)], locator, { color: 'blue' }).next?.note).toBeNull()
})

test('where nothing is marked yet, there is nothing to take the place of', () => {
  expect(replaceCoveredAnnotations([], locator, { color: 'blue' })).toEqual({ next: undefined, gone: [] })
})
