import { expect, test } from 'vitest'
import { findMovedQuote, findQuote, sameWords, stillHasQuote } from './find-quote.ts'

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

test('another edition may print its quotes and dashes differently, and correct a word', () => {
  const other = 'It rained – again. \u201cThe sea wasn\u2019t gray at all\u201d, said the ferryman, and rowed on.'
  const at = (highlight: string, before = '', after = '') => {
    const place = findQuote(other, { before, highlight, after }, 0)
    return place && other.slice(place.start, place.end)
  }
  expect(at('"The sea wasn\'t gray at all"')).toBe('\u201cThe sea wasn\u2019t gray at all\u201d')
  expect(at('The sea was not grey at all', 'It rained - again. "', '", said the ferryman, and')).toBe(
    'The sea wasn\u2019t gray at all',
  )
  expect(at('Nothing of that kind is here', 'It rained - again. "', '", said the ferryman, and')).toBeUndefined()
})

test('where it is not expected, it is found only with the surroundings it had', () => {
  const quote = {
    before: 'The sea was grey. It rained. The ',
    highlight: 'sky',
    after: ' was grey. It rained. The sea was',
  }
  const place = findMovedQuote(text, quote, 0)
  expect(place && text.slice(place.start, place.end + 4)).toBe('sky was')
  expect(
    findMovedQuote('Under another sky was another rain, and the sea was grey there, too.', quote, 0),
  ).toBeUndefined()
  expect(findMovedQuote(text, { highlight: 'It rained.' }, 0)).toBeUndefined()
})

test('of a refrain in a file with a new name, the repetition nearest to where it was is the one', () => {
  const verse = 'Row on, row on, the sea is wide and the night is long, and nobody waits for us there. '
  const song = verse.repeat(5)
  const quote = { before: verse.slice(-30), highlight: verse.slice(0, 20), after: verse.slice(20, 60) }
  const at = (progression: number) => findMovedQuote(song, quote, progression)?.start
  expect(at(0.41)).toBe(2 * verse.length)
  expect(at(0.79)).toBe(4 * verse.length)
})

test('what is still where it was marked did not move to a page that is almost the same', () => {
  const form = (number: number, word = 'block') =>
    `Form ${number} of 9. Please write your full name in ${word} letters, then sign below and give it to the clerk.`
  const quote = {
    before: 'of 9. Please write your ',
    highlight: 'full name in block letters',
    after: ', then sign below and give it to the clerk.',
  }
  expect(findMovedQuote(form(4), quote, 0)).toBeDefined()
  expect(stillHasQuote(form(3), quote)).toBe(true)
  expect(stillHasQuote(form(3, 'capital'), quote)).toBe(true)
  expect(stillHasQuote('Nothing of the form is left on this page.', quote)).toBe(false)
  const name = { before: 'said the ferryman to ', highlight: 'Alice', after: ', and rowed on over the sea.' }
  expect(stillHasQuote('Alice woke up in her own bed, and the rain had stopped.', name)).toBe(false)
})

test('what is not there is not found', () => {
  expect(found({ highlight: 'It snowed.' })).toBeUndefined()
  expect(found({ highlight: ' ' })).toBeUndefined()
})
