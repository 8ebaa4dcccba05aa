import { expect, it } from 'vitest'
import { locateInPassage } from './locate-in-passage.ts'
import { parseTextQuery } from './query.ts'

const found = (text: string, query: string) => {
  const match = locateInPassage(text, parseTextQuery(query))
  return match && text.slice(match.start, match.end)
}

it.each([
  ['The Whale swam.', 'whale', 'Whale'],
  ['Whales, a whale-boat and the “whale”', 'whale', 'whale'],
  ['a narwhale', 'whale', undefined],
  ['the white … Whale', '"white whale"', 'white … Whale'],
  ['white as a whale', '"white whale"', undefined],
  ['harpooneers threw', 'harpoon*', 'harpooneers'],
  ['a Café', 'cafe', 'Café'],
  ['Spider-Man', 'spiderman', 'Spider-Man'],
  ['of 1,000 ships', '1000', '1,000'],
  ['of 1000 ships', '1.000', '1000'],
  ['of 1\u00a0000 ships', '1,000', '1\u00a0000'],
  ['İstanbul and the whale', 'whale', 'whale'],
  ['彼らは進撃の巨人と呼んだ。', '進撃の巨人', '進撃の巨人'],
  ['進撃、巨人', '撃巨', undefined],
  ['京都へ', '都', '都'],
  ['バスで行く', 'ばす', 'バス'],
  ['a whale of secrets; the White, Whale', 'white whale', 'White, Whale'],
  ['a whale, a whale, and the white beach', 'white whale', 'whale'],
  ['whale whale white', 'white whale', 'whale white'],
  ['a white sail, a whale', 'white whale', 'white'],
  ['harpooneers have a harpoon', 'harpoon*', 'harpooneers'],
])('in “%s” it finds %s', (text, query, match) => expect(found(text, query)).toBe(match))

it('finds where all words are close together, and weighs how often they occur', () => {
  const far = `whale ${'and so on '.repeat(60)}`
  expect(locateInPassage(`${far}a whale and its ship`, parseTextQuery('whale ship'))!.start).toBe(far.length + 2)
  const score = (text: string) => locateInPassage(text, parseTextQuery('whale ship'))!.score
  expect(score('the whale and the ship')).toBeGreaterThan(score(`${far}ship`))
  expect(score('the whale ship')).toBeGreaterThan(score('the whale and the ship'))
  expect(score('a whale, a whale, a ship')).toBeGreaterThan(score('a whale, a shark, a ship'))
})
