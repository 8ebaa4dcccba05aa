import { expect, test } from 'vitest'
import { splitSentences } from './sentences.ts'

const split = (text: string, language?: string, blocks?: number[]) =>
  splitSentences(text, language, blocks).map(({ start, end }) => text.slice(start, end))

test('sentences end where the language ends them, and a heading is one of its own', () => {
  expect(split('Chapter One\nIt rained. “You can wait,” he said. Why?\n', 'en', [0, 12])).toEqual([
    'Chapter One',
    'It rained.',
    '“You can wait,” he said.',
    'Why?',
  ])
  expect(split('吾輩は猫である。名前はまだ無い。', 'ja')).toEqual(['吾輩は猫である。', '名前はまだ無い。'])
})

test('a line of the file is no sentence', () => {
  expect(split('The sea\n  was grey. It\nrained.', 'en')).toEqual(['The sea\n  was grey.', 'It\nrained.'])
})

test('what has no words is not read, and a language that there is not does no harm', () => {
  expect(split('* * *\n—\nEnd.', 'not a language', [0, 6, 8])).toEqual(['End.'])
})

test('a very long sentence is cut at a comma, and nothing of it is lost', () => {
  const long = `${'and the sea was grey, '.repeat(60)}he said.`
  const parts = split(long, 'en')
  expect(parts.length).toBeGreaterThan(2)
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(400)
  expect(parts.join(' ').replace(/\s+/g, ' ')).toBe(long)
})
