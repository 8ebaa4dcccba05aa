import { expect, it } from 'vitest'
import { find, original } from '../../../test/fixtures/fake-works.ts'
import { DEFAULT_APPLY_FROM } from './decide-match.ts'
import type { MatchFacts } from './match-facts.ts'
import { parseTitleForSearch } from './parse-title-for-search.ts'
import { matchSimilarity } from './similarity.ts'

it('recognises two names of one work in a folder’s name', async () => {
  const both = (name: string): MatchFacts => ({ titles: [name], possibleTitles: name.split(' | ') })
  expect(await find([original], both('Hagane no Niwa | Steel Garden'))).toMatchObject({ kind: 'apply', id: 'original' })
  // One name may be that of another work.
  expect(await find([original], both('Steel Garden | Tetsu'))).toMatchObject({ kind: 'review' })
})

it('recognises a title in other spellings', () => {
  const same = (a: string, b: string) => matchSimilarity({ titles: [a] }, { titles: [b] })
  for (const [a, b] of [
    ['Steel Garden, The', 'The Steel Garden'],
    ['Steel Garden - The Manga', 'Steel Garden'],
    ['Steel Garden (Manga)', 'Steel Garden'],
    ['Bouken no Ohkoku', 'Bōken no Ōkoku'],
    ['Kyuuketsu Shoujo', 'Kyūketsu Shōjo'],
    ['Jouou no Oukoku', 'Jōō no Ōkoku'],
    ['Syati no Hune to Tizu', 'Shachi no Fune to Chizu'],
    ['Zyunketu no Tobira', 'Junketsu no Tobira'],
    ['Steel Garden (Omnibus Edition)', 'Steel Garden Omnibus'],
  ] as const)
    expect(same(a, b), a).toBeGreaterThan(DEFAULT_APPLY_FROM)
  // Not Japanese: the same letters are another word.
  expect(same('Tim and Hugo', 'Chim and Fugo')).toBeLessThan(DEFAULT_APPLY_FROM)
  expect(same('How to Draw Manga', 'How to Draw')).toBeLessThan(0.85)
  // However long a subtitle is: it needs a review, and is never taken for the same work.
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1994, authors: ['Aya Mori'] }
  const long = { ...known, titles: ['Steel Garden: A Chronicle of the Wolf in the Complete Saga'] }
  expect(matchSimilarity(known, long)).toBeGreaterThan(0.7)
  expect(matchSimilarity(known, long)).toBeLessThan(0.85)
})

it('sends a slightly different title to review if only the year fits', async () => {
  const known: MatchFacts = { titles: ['Observatory of the Harbor'], year: 1974 }
  const other = { id: 'other', title: 'Observatory of the Harbors', year: 1974, author: 'Eiji Sato' }
  expect(await find([other], known)).toMatchObject({ kind: 'review' })
  expect(await find([other], { ...known, authors: ['Eiji Sato'] })).toMatchObject({ kind: 'apply' })
})

it('recognises abbreviations and “×”, and leaves out which volumes a folder holds', () => {
  const same = (a: string, b: string) => matchSimilarity({ titles: [a] }, { titles: [b] })
  for (const [a, b] of [
    ['Garden x Garden', 'Garden×Garden'],
    ['Doctor Garden', 'Dr. Garden'],
    ['Steel versus Garden', 'Steel vs. Garden'],
    ['Seven Gardens', '7 Gardens'],
    ['Steel Garden 2', 'Steel Garden (Part 2)'],
  ] as const)
    expect(same(a, b), a).toBeGreaterThan(DEFAULT_APPLY_FROM)
  expect(parseTitleForSearch('Steel Garden v01-12 (2003)')).toEqual({ title: 'Steel Garden', year: 2003 })
  expect(parseTitleForSearch('Steel Garden Vol. 1-12').title).toBe('Steel Garden')
  expect(parseTitleForSearch('Steel Garden v1 (2003)').title).toBe('Steel Garden')
  expect(parseTitleForSearch('Steel Garden v2 (2003)').title).toBe('Steel Garden v2')
  expect(same('Steel Garden 2', 'Steel Garden (Part 3)')).toBeLessThan(DEFAULT_APPLY_FROM)
  expect(parseTitleForSearch('Garden 1-2-3').title).toBe('Garden 1-2-3')
})

it('accepts a typo in a short title if the year, the author or the count fits', async () => {
  for (const title of ['Stele Garden', 'Steel Garrden', 'Steel Graden', 'Steel Gadren', 'Steel Gaden']) {
    expect(await find([original], { titles: [title], year: 1994 }), title).toMatchObject({ kind: 'apply' })
    expect(await find([original], { titles: [title] }), title).toMatchObject({ kind: 'review' })
    expect(await find([original], { titles: [title], year: 1995 }), title).toMatchObject({ kind: 'review' })
  }
  const pair = { ...original, title: 'Steel and Garden' }
  expect(await find([pair], { titles: ['Steel adn Garden'], year: 1994 })).toMatchObject({ kind: 'apply' })
  const eight = { ...original, volumes: 8 }
  expect(await find([eight], { titles: ['Steel Gadren'], count: 8 })).toMatchObject({ kind: 'apply' })
  // An exact title wins over a misspelling, and different words are no misspellings.
  const other = { ...original, id: 'other', title: 'Steel Gadren', other: [] }
  expect(await find([original, other], { titles: ['Steel Gadren'], year: 1994 })).toMatchObject({ id: 'other' })
  for (const title of ['Steel Gardens', 'Steel Warden', 'Steel Gardena', 'Steel Garden 2', 'Steal'])
    expect(await find([original], { titles: [title], year: 1994 }), title).not.toMatchObject({ kind: 'apply' })
})

it('accepts another article if anything else fits', async () => {
  const known: MatchFacts = { titles: ['Die Gärten des Windes'] }
  const work = { ...original, title: 'Der Gärten des Windes', other: [] }
  expect(await find([work], known)).toMatchObject({ kind: 'review' })
  expect(await find([work], { ...known, year: 1994 })).toMatchObject({ kind: 'apply' })
  expect(await find([{ ...work, other: ['Die Gärten des Windes'] }], known)).toMatchObject({ kind: 'apply' })
  expect(await find([{ ...work, title: 'Gärten des Windes' }], known)).toMatchObject({ kind: 'apply' })
})

it('accepts a typo in a word of few letters if the authors are the same', async () => {
  const known: MatchFacts = { titles: ['Namida tto Sora'], year: 1994 }
  const work = { ...original, title: 'Namida to Sora', other: [] }
  expect(await find([work], known)).toMatchObject({ kind: 'review' })
  expect(await find([work], { ...known, authors: ['Aya Mori'] })).toMatchObject({ kind: 'apply' })
  for (const title of ['Namida no Sora', 'Namida mo Sora', 'Namida to Soro'])
    expect(await find([work], { titles: [title], authors: ['Eiji Sato'] }), title).not.toMatchObject({ kind: 'apply' })
})

it('accepts a typo in a long title unless something disagrees', async () => {
  const long = { ...original, title: 'Steel Garden of the Drowned Queen', other: [] }
  const typo = 'Steel Garden of the Dorwned Queen'
  expect(await find([long], { titles: [typo] })).toMatchObject({ kind: 'apply' })
  expect(await find([long], { titles: [typo], year: 1997 })).toMatchObject({ kind: 'review' })
  expect(await find([long], { titles: [typo], authors: ['Ben Costa'] })).toMatchObject({ kind: 'review' })
  const many = { ...original, title: 'The Extraordinary Gentlemen of Steel', other: [] }
  expect(await find([many], { titles: ['The Extraordinary Gentleman of Steel'] })).toMatchObject({ kind: 'review' })
})

it('accepts a small word in another place if anything else fits', async () => {
  const known: MatchFacts = { titles: ['Hagane Niwa no'], year: 1994 }
  expect(await find([original], known)).toMatchObject({ kind: 'apply' })
  expect(await find([original], { titles: known.titles })).toMatchObject({ kind: 'review' })
  // Other words change the meaning.
  for (const title of ['Niwa no Hagane', 'Niwa Hagane'])
    expect(await find([original], { ...known, titles: [title] }), title).not.toMatchObject({ kind: 'apply' })
})

it('sends a longer title to review if ours is misspelt, too', async () => {
  const known: MatchFacts = { titles: ['Quiet Carnnival of the North'], year: 1994, authors: ['Aya Mori'], count: 3 }
  const parody = { ...original, title: 'Chibi Quiet Carnival of the North', other: [], volumes: 3 }
  expect(await find([parody], known)).toMatchObject({ kind: 'review' })
})

it('sends a longer title by the same people to review', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1994, authors: ['Aya Mori'] }
  for (const title of ['Super Steel Garden', 'Steel Garden Returns', 'Steel Rose Garden', 'Steel Garden: Aftermath'])
    expect(await find([{ ...original, title, other: [] }], known), title).toMatchObject({ kind: 'review' })
  const little = { ...original, title: 'Garden of the Steel', other: [] }
  expect(await find([little], { titles: ['Garden of Steel'] })).toMatchObject({ kind: 'apply' })
  const sounded = { ...original, title: 'STEEL GARDEN -スチールガーデン-', other: [] }
  expect(await find([sounded], known)).toMatchObject({ kind: 'apply' })
})

it('reads a number after the title as the volume if the rest fits', async () => {
  const known: MatchFacts = { titles: ['Steel Garden v2'], possibleTitles: ['Steel Garden'], year: 1994 }
  expect(await find([original], known)).toMatchObject({ kind: 'apply' })
  expect(await find([original], { ...known, year: undefined })).toMatchObject({ kind: 'review' })
  const second = { ...original, id: 'second', title: 'Steel Garden Vol. 2', other: ['Steel Garden v2'] }
  expect(await find([original, second], known)).toMatchObject({ kind: 'apply', id: 'second' })
})

it('asks a person if only the punctuation tells the better match from the exact title', async () => {
  const exact = { ...original, id: 'exact', title: 'Steel, Garden', other: [] }
  const slashed = { ...original, id: 'slashed', title: 'Steel/Garden', other: [], format: 'manga' }
  const known: MatchFacts = { titles: ['Steel, Garden'], form: 'comic' }
  expect(await find([exact, slashed], known)).toMatchObject({ kind: 'review' })
  expect(await find([slashed], known)).toMatchObject({ kind: 'apply' })
})
