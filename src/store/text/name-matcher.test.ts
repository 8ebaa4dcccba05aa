import { expect, it } from 'vitest'
import { nameMatcher } from './name-matcher.ts'

it('finds names like titles: folded, in any order, with or without signs', () => {
  for (const [search, name] of [
    ['lem stanislaw', 'Stanisław Lem'],
    ['spiderman', 'Spider-Man and friends'],
    ['spider-man', 'Spiderman'],
    ['cafe lodz', 'Łódź: Café & more'],
    ['strasse', 'Straße'],
    ['ばなな', 'バナナの本'],
    ['ソードアート', 'ソードアート・オンライン'],
    ['???', 'What???'],
  ] as const)
    expect(nameMatcher(search)(name), `${search} finds ${name}`).toBe(true)
  expect(nameMatcher('spiderwoman')('Spider-Man')).toBe(false)
  expect(nameMatcher('!')('What?')).toBe(false)
})
