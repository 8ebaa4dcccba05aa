import { expect, test } from 'vitest'
import { otherPagesEnglish } from '../messages/other-pages-english.ts'
import { addEnglish } from '../messages/t.ts'
import { factsOfResult } from './facts-of-result.ts'

addEnglish(otherPagesEnglish)

test('a novel and the manga of the same name are told apart by what they are', () => {
  const authors = ['Carlo Zen']
  expect(
    factsOfResult({ year: 2013, preview: { authors, format: 'light_novel', status: 'ended', bookCount: 14 } }),
  ).toBe('Light novel · 2013 · Ended · Carlo Zen · 14 books')
  expect(factsOfResult({ preview: { authors, format: 'One-shot' } })).toBe('One-shot · Carlo Zen')
})

test('a word that only the provider knows is shown as it is', () => {
  expect(factsOfResult({ year: 2018, preview: { authors: [], format: 'Manhwa' } })).toBe('Manhwa · 2018')
  expect(factsOfResult({ preview: { authors: [], format: 'toString' } })).toBe('toString')
})

test('a status that nobody can translate is left out', () => {
  expect(factsOfResult({ preview: { authors: [], status: 'finished_airing' } })).toBe('')
})
