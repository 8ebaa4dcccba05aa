import { expect, test } from 'vitest'
import { findQuote, sameWords } from './find-quote.ts'

const text = 'It rained. The sea was grey.\n\nIt rained. The sky was grey.\n\nIt rained. The sea was calm.'
const found = (quote: Parameters<typeof findQuote>[1], progression = 0) => {
  const at = findQuote(text, quote, progression)
  return at && `${at.start}:${text.slice(at.start, at.end)}`
}

test('among equal passages the surroundings decide', () => {
  expect(found({ before: 'The sea was grey. ', highlight: 'It rained.', after: ' The sky' })).toBe('30:It rained.')
  expect(found({ highlight: 'It rained.', after: ' The sea was calm' })).toBe('60:It rained.')
})

test('without surroundings, the one nearest to where it was', () => {
  expect(found({ highlight: 'It rained.' }, 0)).toBe('0:It rained.')
  expect(found({ highlight: 'It rained.' }, 0.9)).toBe('60:It rained.')
})

test('another edition may space and hyphenate differently', () => {
  expect(found({ highlight: 'The sky\n  was gr\u00adey' })).toBe('41:The sky was grey')
  expect(sameWords('a b', 'a\n b')).toBe(true)
})

test('what is not there is not found', () => {
  expect(found({ highlight: 'It snowed.' })).toBeUndefined()
  expect(found({ highlight: ' ' })).toBeUndefined()
})
