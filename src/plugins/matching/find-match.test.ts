import { expect, it } from 'vitest'
import type { PluginView } from '../../store/plugin/read.ts'
import type { PluginCalls } from '../bus-calls/plugin-bus.ts'
import { DEFAULT_APPLY_FROM } from './decide-match.ts'
import { findMatch } from './find-match.ts'
import { parseTitleForSearch, titleWithForm } from './parse-title-for-search.ts'
import { type MatchFacts, matchSimilarity } from './similarity.ts'

interface Work {
  id: string
  title: string
  other?: string[]
  year?: number
  author?: string
  format?: string
  volumes?: number
  chapters?: number
  publisher?: string
  /** Its id at another site. */
  elsewhere?: string
  /** Its search result has neither year nor author. */
  untold?: boolean
  isOneTitleShown?: boolean
}

/** Returns every work for any search, and records the calls. */
function provider(works: readonly Work[]) {
  const asked: string[] = []
  const calls: PluginCalls = {
    async call(_, method, params) {
      asked.push(method)
      if (method.endsWith('search')) return { results: works.map(resultOf) }
      const work = works.find((one) => one.id === (params as { externalId: string }).externalId)!
      const alternateTitles = (work.other ?? []).map((title) => ({ title }))
      return {
        externalId: work.id,
        title: work.title,
        alternateTitles,
        year: work.year,
        authors: [work.author],
        totalVolumeCount: work.volumes,
        totalChapterCount: work.chapters,
        publisher: work.publisher,
        externalIds: work.elsewhere ? [{ source: 'api:elsewhere', externalId: work.elsewhere }] : [],
      }
    },
  }
  return { calls, asked }
}

const resultOf = ({ id, title, other = [], year, author, format, untold, isOneTitleShown }: Work) => ({
  externalId: id,
  title,
  alternateTitles: isOneTitleShown ? [] : other,
  ...(!untold && { year }),
  preview: { genres: [], format, authors: untold || !author ? [] : [author] },
})

async function find(works: readonly Work[], known: MatchFacts) {
  const { calls, asked } = provider(works)
  const plugin = { id: 1, displayName: 'Provider', settings: {} } as unknown as PluginView
  const { kind, ...found } = await findMatch(calls, plugin, { entity: 'series', known, text: known.titles[0]! })
  return { kind, id: 'candidate' in found ? found.candidate.externalId : undefined, asked }
}

const original = { id: 'original', title: 'Steel Garden', other: ['Hagane no Niwa'], year: 1994, author: 'Aya Mori' }

it('does not prefer a namesake only because the search tells more of it', async () => {
  const namesake = { id: 'namesake', title: 'Steel Garden', year: 1994, author: 'Eiji Sato' }
  const known = { titles: ['Steel Garden'], year: 1994, authors: ['Aya Mori'] }
  const found = await find([namesake, { ...original, untold: true }], known)
  expect(found).toMatchObject({ kind: 'apply', id: 'original' })
  // A candidate that looks certain only because little is known of it is read in full first.
  expect(await find([{ ...namesake, untold: true }], known)).toMatchObject({ kind: 'review' })
})

it('asks for one record where the search tells enough', async () => {
  const known = { titles: ['steel garden'], year: 1994, authors: ['Mori, Aya'] }
  expect((await find([original], known)).asked).toEqual(['metadata/series/search', 'metadata/series/get'])
})

it('takes the first of several editions of one work, unless the year says which is meant', async () => {
  const reprint = { ...original, id: 'reprint', year: 2009 }
  const known = { titles: ['Hagane no Niwa'], authors: ['Aya Mori'] }
  expect(await find([reprint, original], known)).toMatchObject({ kind: 'apply', id: 'original' })
  expect(await find([reprint, original], { ...known, year: 2009 })).toMatchObject({ kind: 'apply', id: 'reprint' })
  // With other titles it may be another work: a user decides.
  const remake = { ...reprint, id: 'remake', other: [] }
  expect(await find([remake, original], { ...known, titles: ['Steel Garden'] })).toMatchObject({ kind: 'review' })
})

it('keeps comics apart from novels, and works from what was made of them', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], authors: ['Aya Mori'], form: 'comic' }
  const novel = { ...original, id: 'novel', year: 1992, format: 'light_novel' }
  expect(await find([novel, original], known)).toMatchObject({ kind: 'apply', id: 'original' })
  const named = { ...original, id: 'novel', year: 1992, title: 'Steel Garden (Light Novel)', other: ['Steel Garden'] }
  expect(await find([named, original], known)).toMatchObject({ kind: 'apply', id: 'original' })
  const omnibus = { ...original, id: 'omnibus', title: 'Steel Garden Omnibus', other: ['Steel Garden'] }
  expect(await find([omnibus, original], known)).toMatchObject({ kind: 'apply', id: 'original' })
  const wanted = { ...known, titles: ['Steel Garden Omnibus'] }
  expect(await find([omnibus, original], wanted)).toMatchObject({ kind: 'apply', id: 'omnibus' })
  const graphic = { ...original, title: 'Steel Garden: A Graphic Novel' }
  expect(matchSimilarity(known, { titles: [graphic.title] })).toBe(
    matchSimilarity({ titles: known.titles }, { titles: [graphic.title] }),
  )
})

it('prefers what is known to be a comic to what may be the novel, but takes that where nothing else fits', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1994, authors: ['Aya Mori'], form: 'comic' }
  const novel = { ...original, id: 'novel', other: [] }
  const manga = { ...original, format: 'manga' }
  expect(await find([novel, manga], known)).toMatchObject({ kind: 'apply', id: 'original' })
  expect(await find([novel], known)).toMatchObject({ kind: 'apply', id: 'novel' })
})

it('tells a novel from the comic by what its folder is called, and takes the plain name where it says nothing', async () => {
  const novel = { ...original, id: 'novel', title: 'Steel Garden (Light Novel)', year: 1992, other: [] }
  const comic = { ...original, format: 'manga' }
  const text: MatchFacts = { titles: ['Steel Garden'], authors: ['Aya Mori'], form: 'text' }
  expect(await find([comic, novel], text)).toMatchObject({ kind: 'apply', id: 'novel' })
  expect(await find([novel], { ...text, form: 'comic' })).toMatchObject({ kind: 'review' })
  expect(await find([novel, original], { titles: ['Steel Garden'] })).toMatchObject({ kind: 'apply', id: 'original' })
  const webtoon = {
    ...original,
    id: 'webtoon',
    title: 'Steel Garden [Webtoon]',
    year: 2015,
    other: [],
    format: 'webtoon',
  }
  expect(await find([webtoon, comic], { titles: ['Steel Garden'] })).toMatchObject({ kind: 'apply', id: 'original' })
  const named = { titles: [titleWithForm('Steel Garden [Webtoon] Vol.01-05')] }
  expect(await find([comic, webtoon], named)).toMatchObject({ kind: 'apply', id: 'webtoon' })
})

it('knows a folder that has two names of one work', async () => {
  const both = (name: string): MatchFacts => ({ titles: [name], looseTitles: name.split(' | ') })
  expect(await find([original], both('Hagane no Niwa | Steel Garden'))).toMatchObject({ kind: 'apply', id: 'original' })
  // One name may be that of another work.
  expect(await find([original], both('Steel Garden | Tetsu'))).toMatchObject({ kind: 'review' })
})

it('takes the original where a translation has a record of its own', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], form: 'comic' }
  const manga = { ...original, format: 'manga' }
  const translated = { ...manga, id: 'translated', title: 'Jardín de acero', other: ['Steel Garden'], year: 1997 }
  expect(await find([translated, manga], known)).toMatchObject({ kind: 'apply', id: 'original' })
  // By another author it may be another work, and so may an earlier one.
  expect(await find([{ ...translated, author: 'Eiji Sato' }, manga], known)).toMatchObject({ kind: 'review' })
  expect(await find([{ ...translated, year: 1990 }, manga], known)).toMatchObject({ kind: 'review' })
})

it('leaves what is younger than the edition somebody has, and known by another title, to a person', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1994, authors: ['Aya Mori'], form: 'comic' }
  const other = { ...original, title: 'Jardín de acero', other: ['Steel Garden'], format: 'manga' }
  expect(await find([{ ...other, year: 1997 }], known)).toMatchObject({ kind: 'review' })
  expect(await find([{ ...other, year: 1991 }], known)).toMatchObject({ kind: 'apply' })
})

it('leaves the pilot of a series to a person, where the series itself is missing', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1994, authors: ['Aya Mori'], count: 1, form: 'comic' }
  const pilot = { ...original, id: 'pilot', year: 1993, format: 'one_shot', volumes: 1 }
  expect(await find([pilot], known)).toMatchObject({ kind: 'review' })
  expect(await find([pilot, original], known)).toMatchObject({ kind: 'apply', id: 'original' })
  expect(await find([pilot], { ...known, year: 1993 })).toMatchObject({ kind: 'apply', id: 'pilot' })
})

it('leaves a record with far fewer volumes than somebody owns to a person', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1994, count: 21 }
  expect(await find([{ ...original, volumes: 14 }], known)).toMatchObject({ kind: 'review' })
})

it('reads the record of a first result that shows only a title of its own', async () => {
  const shown = { ...original, title: 'Hagane no Niwa', other: ['Steel Garden'] }
  const found = await find([{ ...shown, isOneTitleShown: true }], { titles: ['Steel Garden'], year: 1994 })
  expect(found).toMatchObject({ kind: 'apply', id: 'original' })
})

it('knows that an edition of a book is younger than the work', () => {
  const ours = { titles: ['The Hobbit'], year: 2019, authors: ['J.R.R. Tolkien'], isEdition: true }
  const work = { titles: ['The Hobbit'], year: 1937, authors: ['Tolkien, J. R. R.'] }
  expect(matchSimilarity(ours, work)).toBeGreaterThan(0.9)
  expect(matchSimilarity(ours, { ...work, authors: ['Robin Wood'] })).toBeLessThan(0.6)
  expect(matchSimilarity({ ...ours, isEdition: false }, work)).toBeLessThan(0.85)
})

it('knows a title however it is written', () => {
  const same = (a: string, b: string) => matchSimilarity({ titles: [a] }, { titles: [b] })
  for (const [a, b] of [
    ['Steel Garden, The', 'The Steel Garden'],
    ['Steel Garden - The Manga', 'Steel Garden'],
    ['Steel Garden (Manga)', 'Steel Garden'],
    ['Bouken no Ohkoku', 'Bōken no Ōkoku'],
    ['Kyuuketsu Shoujo', 'Kyūketsu Shōjo'],
    ['Jouou no Oukoku', 'Jōō no Ōkoku'],
    ['Steel Garden (Omnibus Edition)', 'Steel Garden Omnibus'],
  ] as const)
    expect(same(a, b), a).toBeGreaterThan(DEFAULT_APPLY_FROM)
  expect(same('How to Draw Manga', 'How to Draw')).toBeLessThan(0.85)
  // However long a subtitle is: it needs a review, and is never taken for the same work.
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1994, authors: ['Aya Mori'] }
  const long = { ...known, titles: ['Steel Garden: A Chronicle of the Wolf in the Complete Saga'] }
  expect(matchSimilarity(known, long)).toBeGreaterThan(0.7)
  expect(matchSimilarity(known, long)).toBeLessThan(0.85)
})

it('keeps what a bracket says of the edition, and takes the omnibus for an omnibus', async () => {
  expect(parseTitleForSearch('Steel Garden (2003) [Digital]')).toEqual({ title: 'Steel Garden', year: 2003 })
  const { title } = parseTitleForSearch('Steel Garden (Omnibus Edition)')
  const omnibus = { ...original, id: 'omnibus', title: 'Steel Garden Omnibus', year: 2000, other: [] }
  const known = { titles: [title], year: 2000, authors: ['Aya Mori'] }
  expect(await find([original, omnibus], known)).toMatchObject({ kind: 'apply', id: 'omnibus' })
})

it('does not take the comic for the novel it was made from', () => {
  const known: MatchFacts = { titles: ['Steel Garden'], form: 'text' }
  expect(matchSimilarity(known, { titles: ['Steel Garden: The Manga'] })).toBeLessThan(0.85)
})

it('knows a person whose name was divided at its comma', () => {
  const ours = { titles: ['Steel Garden'], authors: ['Mori', 'Aya', 'Sato', 'Eiji'] }
  const score = (author: string) => matchSimilarity(ours, { titles: ['Steel Garden'], authors: [author] })
  expect(score('Eiji Sato')).toBeGreaterThan(0.95)
  expect(score('Jun Sato')).toBeLessThan(0.8)
})

it('does not take a pilot or a novel for the first edition of a series', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1994, authors: ['Aya Mori'], count: 8, form: 'comic' }
  const pilot = { ...original, id: 'pilot', year: 1993, volumes: 1 }
  const series = { ...original, volumes: 8 }
  // Everything matches the series, and more than matches the pilot.
  expect(await find([pilot, series], known)).toMatchObject({ kind: 'apply', id: 'original' })
  // With only the titles and the author known, it may be either; one volume is the pilot, or the first of eight.
  const { year: _, ...undated } = known
  expect(await find([{ ...pilot, volumes: 8 }, series], undated)).toMatchObject({ kind: 'review' })
  expect(await find([pilot, series], { ...undated, count: 1 })).toMatchObject({ kind: 'review' })
  // Nobody has eight volumes of a single-volume work.
  expect(await find([pilot], undated)).toMatchObject({ kind: 'review' })
})

it('asks a person where only a title that is almost the same has the year', async () => {
  const known: MatchFacts = { titles: ['Observatory of the Harbor'], year: 1974 }
  const other = { id: 'other', title: 'Observatory of the Harbors', year: 1974, author: 'Eiji Sato' }
  expect(await find([other], known)).toMatchObject({ kind: 'review' })
  expect(await find([other], { ...known, authors: ['Eiji Sato'] })).toMatchObject({ kind: 'apply' })
})

it('knows abbreviated words, a sign for “x”, and which volumes a folder holds', () => {
  const same = (a: string, b: string) => matchSimilarity({ titles: [a] }, { titles: [b] })
  for (const [a, b] of [
    ['Garden x Garden', 'Garden×Garden'],
    ['Doctor Garden', 'Dr. Garden'],
    ['Steel versus Garden', 'Steel vs. Garden'],
  ] as const)
    expect(same(a, b), a).toBeGreaterThan(DEFAULT_APPLY_FROM)
  expect(parseTitleForSearch('Steel Garden v01-12 (2003)')).toEqual({ title: 'Steel Garden', year: 2003 })
  expect(parseTitleForSearch('Steel Garden Vol. 1-12').title).toBe('Steel Garden')
  expect(parseTitleForSearch('Garden 1-2-3').title).toBe('Garden 1-2-3')
})

it('believes a slip of the finger where the year, the author or the count fits', async () => {
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

it('reads the whole record of what it is about to apply', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], authors: ['Eiji Sato'] }
  expect(await find([{ ...original, untold: true }], known)).toMatchObject({ kind: 'review' })
  // The second one is read when the first turns out to be by another author.
  const second = {
    ...original,
    id: 'second',
    other: ['Steel Garden'],
    title: 'Jardin',
    author: 'Eiji Sato',
    untold: true,
  }
  expect(await find([{ ...original, untold: true }, second], known)).toMatchObject({ kind: 'apply', id: 'second' })
})

it('trusts the ids that other sites gave, and doubts what has another one', async () => {
  const externalIds = [{ source: 'plugin:elsewhere', externalId: '7' }]
  const known: MatchFacts = { titles: ['Hagane'], externalIds }
  const seven = { ...original, elsewhere: '7', isOneTitleShown: true }
  expect(await find([seven], known)).toMatchObject({ kind: 'apply' })
  const namesake = { ...original, id: 'namesake', elsewhere: '8' }
  const titled = { ...known, titles: ['Steel Garden'] }
  expect(await find([namesake, seven], titled)).toMatchObject({ kind: 'apply', id: 'original' })
  expect(await find([namesake], titled)).toMatchObject({ kind: 'review' })
})

it('tells works of one title apart by the number of volumes or the publisher, where nothing else does', async () => {
  const [long, short] = [
    { ...original, volumes: 12, other: [] },
    { ...original, id: 'remake', year: 2010, volumes: 30, other: [] },
  ]
  expect(await find([short, long], { titles: ['Steel Garden'], count: 12 })).toMatchObject({ id: 'original' })
  expect(await find([short, long], { titles: ['Steel Garden'], count: 5 })).toMatchObject({ kind: 'review' })
  const known = { titles: ['Steel Garden'], publisher: 'North Press' }
  const ours = { ...long, publisher: 'NORTH PRESS' }
  expect(await find([short, ours], known)).toMatchObject({ kind: 'apply', id: 'original' })
})

it('does not count chapters as volumes that cannot be', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1994, count: 96 }
  expect(await find([{ ...original, volumes: 12, chapters: 100 }], known)).toMatchObject({ kind: 'apply' })
  expect(await find([{ ...original, volumes: 12 }], known)).toMatchObject({ kind: 'review' })
})

it('does not take another work by the same people for it because its title has more words', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1994, authors: ['Aya Mori'] }
  for (const title of ['Super Steel Garden', 'Steel Garden Returns', 'Steel Rose Garden', 'Steel Garden: Aftermath'])
    expect(await find([{ ...original, title, other: [] }], known), title).toMatchObject({ kind: 'review' })
  const little = { ...original, title: 'Garden of the Steel', other: [] }
  expect(await find([little], { titles: ['Garden of Steel'] })).toMatchObject({ kind: 'apply' })
  const sounded = { ...original, title: 'STEEL GARDEN -スチールガーデン-', other: [] }
  expect(await find([sounded], known)).toMatchObject({ kind: 'apply' })
})

it('takes a number behind the title for the volume where the rest fits', async () => {
  const known: MatchFacts = { titles: ['Steel Garden v2'], looseTitles: ['Steel Garden'], year: 1994 }
  expect(await find([original], known)).toMatchObject({ kind: 'apply' })
  expect(await find([original], { ...known, year: undefined })).toMatchObject({ kind: 'review' })
  const second = { ...original, id: 'second', title: 'Steel Garden Vol. 2', other: ['Steel Garden v2'] }
  expect(await find([original, second], known)).toMatchObject({ kind: 'apply', id: 'second' })
})

it('knows a person by initials, and says nothing of names in other letters', () => {
  const score = (a: string, b: string) =>
    matchSimilarity({ titles: ['Steel Garden'], authors: [a] }, { titles: ['Steel Garden'], authors: [b] })
  for (const [a, b] of [
    ['J. R. R. Tolkien', 'John Ronald Reuel Tolkien'],
    ['TOLKIEN, John', 'J. Tolkien'],
    ['Ōkubo Aya', 'Aya Ohkubo'],
    ['森 彩', '森彩'.split('').join(' ')],
  ] as const)
    expect(score(a, b), `${a}, ${b}`).toBeGreaterThan(0.95)
  expect(score('K. Tolkien', 'J. R. R. Tolkien')).toBeLessThan(0.8)
  expect(score('Aya Mori', '森彩')).toBe(matchSimilarity({ titles: ['Steel Garden'] }, { titles: ['Steel Garden'] }))
})

it('searches for parts of a title that nothing is found for', async () => {
  const asked: string[] = []
  const calls: PluginCalls = {
    async call(_, method, params) {
      const { query = '' } = params as { query?: string }
      if (!method.endsWith('search')) return { externalId: 'original', title: 'Steel Garden of Dawn', year: 1994 }
      asked.push(query)
      const isFound = 'steel garden of dawn'.includes(query.toLowerCase())
      return { results: isFound ? [{ externalId: 'original', title: 'Steel Garden of Dawn', year: 1994 }] : [] }
    },
  }
  const plugin = { id: 1, displayName: 'Provider', settings: {} } as unknown as PluginView
  const search = (title: string, year?: number) =>
    findMatch(calls, plugin, { entity: 'series', known: { titles: [title], year }, text: title })
  expect((await search('Steel Gadren of Dawn', 1994)).kind).toBe('apply')
  expect(asked).toEqual(['Steel Gadren of Dawn', 'Steel Gadren of', 'Gadren of Dawn', 'Steel Gadren', 'of Dawn'])
  // A result with only one word in common isn't worth a review.
  expect((await search('Paper Lanterns of Dawn', 1994)).kind).toBe('none')
})

it('takes nothing found together with a complaint for a failure', async () => {
  const plugin = { id: 1, displayName: 'Provider', settings: {} } as unknown as PluginView
  const found = { results: [{ externalId: 'original', title: 'Steel Garden', year: 1994 }] }
  const complaint = { _warning: 'upstream is down' }
  const known = { titles: ['Steel Garden', 'Hagane no Niwa'], year: 1994 }
  const search = (search: (query: string) => object, get: object) => {
    const call = async (_: number, method: string, params: unknown) =>
      method.endsWith('search') ? search((params as { query: string }).query) : get
    return findMatch({ call }, plugin, { entity: 'series', known, text: 'Steel Garden' })
  }
  const nothing = { results: [] }
  const record = { externalId: 'original', title: 'Steel Garden', year: 1994 }
  const words = 'The search found nothing. The plugin says: upstream is down'
  await expect(search(() => ({ ...nothing, ...complaint }), {})).rejects.toThrow(words)
  await expect(search((query) => (query === 'Steel' ? { ...nothing, ...complaint } : nothing), {})).rejects.toThrow(
    words,
  )
  await expect(search(() => found, { externalId: 'original', ...complaint })).rejects.toThrow(words)
  // Without a warning the work doesn't exist there, and a warning with results doesn't matter.
  expect((await search(() => nothing, {})).kind).toBe('none')
  expect((await search(() => found, { externalId: 'original' })).kind).toBe('none')
  expect((await search(() => ({ ...found, ...complaint }), { ...record, ...complaint })).kind).toBe('apply')
  const isDownOnce = (query: string) => (query === 'Steel Garden' ? { ...nothing, ...complaint } : found)
  expect((await search(isDownOnce, record)).kind).toBe('apply')
})
