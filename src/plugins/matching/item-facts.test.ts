import { expect, it } from 'vitest'
import { find, original } from '../../../test/fixtures/fake-works.ts'
import { idsInLinksAndNames } from './ids-in-links.ts'
import { type ItemToMatch, matchFactsOfItem } from './item-facts.ts'

const item = {
  entity: 'series',
  year: null,
  fileName: null,
  authors: [],
  publisher: null,
  alternateTitles: [],
  bookCount: 2,
  chapterCount: 0,
  volumeCount: 2,
  totalBookCount: null,
  isComic: true,
}
const factsOf = (folderName: string, more: object = {}) =>
  matchFactsOfItem({ ...item, title: folderName, folderName, ...more } as unknown as ItemToMatch)
const garden = { ...original, format: 'manga' }

it('reads the ids of a series from links and names', () => {
  const links = ['https://anilist.co/manga/30002/Berserk', 'https://www.mangaupdates.com/series/njeqwry/berserk']
  expect(idsInLinksAndNames(links, ['Berserk {mal-2}'])).toEqual([
    { source: 'anilist', externalId: '30002' },
    { source: 'mangaupdates', externalId: 'njeqwry' },
    { source: 'myanimelist', externalId: '2' },
  ])
  // Files of several series, and links to single issues.
  const others = ['https://anilist.co/manga/30002', 'https://anilist.co/manga/30013', 'https://example.org/manga/1']
  expect(idsInLinksAndNames([...others, 'https://comicvine.gamespot.com/x/4000-1/'], ['Berserk (2003)'])).toEqual([])
})

it('tells namesakes apart by the year of the first file', async () => {
  const namesake = { ...garden, id: 'namesake', author: 'Eiji Sato', year: 2007 }
  const facts = factsOf('Steel Garden', { fileName: 'Steel Garden v01 (1994) (Digital).cbz' })
  expect(await find([namesake, garden], facts)).toMatchObject({ kind: 'apply', id: 'original' })
  for (const fileName of ['Steel Garden v01.cbz', 'Steel Garden v04 (1994).cbz'])
    expect(await find([namesake, garden], factsOf('Steel Garden', { fileName }))).toMatchObject({ kind: 'review' })
})

it('knows a folder with more than the title by the name of its files', async () => {
  const facts = factsOf('0-Day Steel Garden (1994)', { fileName: 'Steel Garden 001 (1994).cbz' })
  expect(await find([garden], facts)).toMatchObject({ kind: 'apply', id: 'original' })
  expect(await find([garden], { ...facts, year: undefined, otherYears: [] })).toMatchObject({ kind: 'review' })
})

it.each([
  'Hagane no Niwa ~ Steel Garden',
  'Steel Garden - Hagane no Niwa',
  'Hagane no Niwa aka Steel Garden',
  'Steel Garden - Complete',
  'Steel Garden - Mori & Sato',
])('recognises “%s”', async (name) => {
  const authors = { title: 'Steel Garden', author: 'Aya Mori' }
  const works = [{ ...garden, ...authors }]
  if (name.includes('Sato')) works[0]!.author = 'Aya Mori Sato'
  expect(await find(works, factsOf(name))).toMatchObject({ kind: 'apply', id: 'original' })
})

it('doesn’t take volumes in a name for a word of the title', async () => {
  const spinOff = {
    ...garden,
    title: 'The Lamp That Shone over the Steel Garden of the Drowned Queen Gaiden',
    other: [],
  }
  const facts = factsOf('The Lamp That Shone over the Steel Garden of the Drowned Queen_v01-v09', {
    authors: ['Aya Mori'],
  })
  expect(await find([spinOff], facts)).toMatchObject({ kind: 'review' })
})

it('takes “Garden - Aftermath” for neither of its halves', async () => {
  expect(await find([garden], factsOf('Steel Garden - Aftermath'))).not.toMatchObject({ kind: 'apply' })
})

it.each([
  ['Steel Garden [Colored]', 'Steel Garden - Full Color Edition'],
  ['Steel Garden - Digital Colored Comics', 'Steel Garden [Official Colored]'],
  ['Steel Garden (3-in-1 Edition)', 'Steel Garden Omnibus'],
  ['Steel Garden - L’Intégrale', 'Steel Garden - Intégrale'],
  ['Steel Garden (Deluxe Edition)', 'Steel Garden: Deluxe Edition'],
])('takes “%s” for “%s”, and for the work itself if nobody lists that', async (name, title) => {
  const edition = { ...garden, id: 'edition', title, other: [], year: 2004 }
  expect(await find([garden, edition], factsOf(name, { title: 'Steel Garden' }))).toMatchObject({ id: 'edition' })
  expect(await find([garden], factsOf(name))).toMatchObject({ kind: 'apply', id: 'original' })
  expect(await find([garden, edition], factsOf('Steel Garden'))).toMatchObject({ kind: 'apply', id: 'original' })
})

it.each(['One-shot', 'Pilot'])('takes “(%s)” for the single story, not for the series that followed', async (note) => {
  const pilot = { ...garden, id: 'pilot', year: 1993, format: 'one_shot', volumes: 1 }
  const facts = factsOf(`Steel Garden (${note})`, { bookCount: 1 })
  expect(await find([garden, pilot], facts)).toMatchObject({ kind: 'apply', id: 'pilot' })
})

it('accepts a folder dated by a later edition', async () => {
  expect(await find([garden], factsOf('Steel Garden (1996)'))).toMatchObject({ kind: 'apply' })
  expect(await find([garden], factsOf('Steel Garden (2005)', { authors: ['Aya Mori'] }))).toMatchObject({
    kind: 'apply',
  })
  expect(await find([garden], factsOf('Steel Garden (2005)'))).toMatchObject({ kind: 'review' })
  expect(await find([garden], factsOf('Steel Garden (1991)'))).toMatchObject({ kind: 'review' })
})

it('leaves out “A Novel”, and prefers the novel for text that flows', async () => {
  const novel = { ...original, id: 'novel', title: 'Hagane no Niwa', other: ['Steel Garden'], format: 'light_novel' }
  const text = { isComic: false, isText: true }
  expect(
    await find([{ ...novel, other: [], title: 'Steel Garden' }], factsOf('Steel Garden - A Novel', text)),
  ).toMatchObject({ kind: 'apply', id: 'novel' })
  expect(await find([garden, novel], factsOf('Steel Garden', text))).toMatchObject({ kind: 'apply', id: 'novel' })
})

it('doesn’t count the chapters of a provider where our files are volumes', async () => {
  const short = { ...garden, id: 'short', author: 'Eiji Sato', year: 2000, volumes: 2, chapters: 12 }
  const facts = factsOf('Steel Garden', { bookCount: 10, volumeCount: 10 })
  expect(await find([short, { ...garden, volumes: 25 }], facts)).toMatchObject({ kind: 'apply', id: 'original' })
})
