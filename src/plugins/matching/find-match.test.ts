import { expect, it } from 'vitest'
import { find, original } from '../../../test/fixtures/fake-works.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import type { PluginCalls } from '../bus-calls/plugin-bus.ts'
import { findMatch } from './find-match.ts'
import type { MatchFacts } from './match-facts.ts'

it('does not prefer a namesake because its search result has more facts', async () => {
  const namesake = { id: 'namesake', title: 'Steel Garden', year: 1994, author: 'Eiji Sato' }
  const known = { titles: ['Steel Garden'], year: 1994, authors: ['Aya Mori'] }
  const found = await find([namesake, { ...original, hidesFacts: true }], known)
  expect(found).toMatchObject({ kind: 'apply', id: 'original' })
  // A candidate that looks certain only because little is known of it is read in full first.
  expect(await find([{ ...namesake, hidesFacts: true }], known)).toMatchObject({ kind: 'review' })
})

it('reads a single record if the search result is clear', async () => {
  const known = { titles: ['steel garden'], year: 1994, authors: ['Mori, Aya'] }
  expect((await find([original], known)).asked).toEqual(['metadata/series/search', 'metadata/series/get'])
})

it('reads the record of a result with a single, unfamiliar title', async () => {
  const shown = { ...original, title: 'Hagane no Niwa', other: ['Steel Garden'] }
  const found = await find([{ ...shown, isOneTitleShown: true }], { titles: ['Steel Garden'], year: 1994 })
  expect(found).toMatchObject({ kind: 'apply', id: 'original' })
})

it('reads it also if the only common word is a particle', async () => {
  const shown = { ...original, title: 'Knight no Serpent', other: ['Hagane no Niwa'], isOneTitleShown: true }
  const namesake = { ...original, id: 'namesake', title: 'Hagane no Niwa', other: [], year: 1995 }
  const known: MatchFacts = { titles: ['Hagane no Niwa'], year: 1994, authors: ['Aya Mori'] }
  expect(await find([shown, namesake], known)).not.toMatchObject({ kind: 'apply', id: 'namesake' })
})

it('reads a namesake of the match whose result shows one title only', async () => {
  const series = { ...original, title: 'Steel Garden', other: ['Il segreto di Steel Garden'] }
  const sooner = { ...series, id: 'sooner', year: 1993, volumes: 4, isOneTitleShown: true }
  const known: MatchFacts = { titles: ['Il segreto di Steel Garden'], year: 1993, count: 4 }
  expect(await find([sooner, series], known)).toMatchObject({ kind: 'apply', id: 'sooner' })
})

it('reads records whose title names the author before those that only look more alike', async () => {
  const namesakes = ['Steel/Garden', 'Steel & Garden', 'Steel, Garden', 'Steel - Garden', 'Steel+Garden'].map(
    (title, at) => ({ ...original, id: `namesake ${at}`, title, other: [], year: 1960 + at, author: 'Eiji Sato' }),
  )
  const titled = { ...original, title: 'Steel Garden (MORI AYA)', other: [], hidesFacts: true }
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1994 }
  expect(await find([...namesakes, titled], known)).toMatchObject({ kind: 'apply', id: 'original' })
})

it('does not prefer one of two namesakes because only its form is known', async () => {
  const manga = { ...original, year: undefined, format: 'manga' }
  const other = { ...manga, id: 'other', author: 'Eiji Sato', format: undefined }
  const known: MatchFacts = { titles: ['Steel Garden'], year: 2007, form: 'comic' }
  expect(await find([manga, other], known)).toMatchObject({ kind: 'review' })
  expect(await find([manga, { ...other, author: 'Aya Mori' }], known)).toMatchObject({ kind: 'apply', id: 'original' })
})

it('compares the full record before it is applied', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], authors: ['Eiji Sato'] }
  expect(await find([{ ...original, hidesFacts: true }], known)).toMatchObject({ kind: 'review' })
  // The second one is read when the first turns out to be by another author.
  const second = {
    ...original,
    id: 'second',
    other: ['Steel Garden'],
    title: 'Jardin',
    author: 'Eiji Sato',
    hidesFacts: true,
  }
  expect(await find([{ ...original, hidesFacts: true }, second], known)).toMatchObject({ kind: 'apply', id: 'second' })
})

it('trusts ids at other sites, and doubts records with another id', async () => {
  const externalIds = [{ source: 'plugin:elsewhere', externalId: '7' }]
  const known: MatchFacts = { titles: ['Hagane'], externalIds }
  const seven = { ...original, elsewhere: '7', isOneTitleShown: true }
  expect(await find([seven], known)).toMatchObject({ kind: 'apply' })
  const namesake = { ...original, id: 'namesake', elsewhere: '8' }
  const titled = { ...known, titles: ['Steel Garden'] }
  expect(await find([namesake, seven], titled)).toMatchObject({ kind: 'apply', id: 'original' })
  expect(await find([namesake], titled)).toMatchObject({ kind: 'review' })
})

it('searches for parts of a title if the whole finds nothing', async () => {
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
  asked.length = 0
  await search('Lost/Gadren')
  expect(asked).toEqual(['Lost/Gadren', 'Lost', 'Gadren'])
  // A result with only one word in common isn't worth a review.
  expect((await search('Paper Lanterns of Dawn', 1994)).kind).toBe('none')
})

it.each([
  ['Iron and Silk', 'Iron & Silk'],
  ['Iron & Silk', 'Iron and Silk'],
  ['Moths Candle', 'Moth’s Candle'],
  ['7 Ravens', 'Seven Ravens'],
  ['Seven Ravens', '7 Ravens'],
  ['Iron x Silk', 'Iron×Silk'],
  ['ReSilk', 'Re Silk'],
  ['Kenrou no Ryuu Nippon', 'Kenro no Ryu Nippon'],
  ['Kyoya no Shojin', 'Kyouya no Shoujin'],
  ['Syati no Hune', 'shachi no fune'],
])('searches for another spelling of “%s” if it finds nothing', async (title, found) => {
  const record = { externalId: 'original', title: found, year: 1994 }
  const calls: PluginCalls = {
    async call(_, method, params) {
      if (!method.endsWith('search')) return record
      return { results: (params as { query: string }).query === found ? [record] : [] }
    },
  }
  const plugin = { id: 1, displayName: 'Provider', settings: {} } as unknown as PluginView
  const search = (titles: string[], possibleTitles?: string[]) =>
    findMatch(calls, plugin, { entity: 'series', known: { titles, possibleTitles, year: 1994 }, text: titles[0]! })
  expect((await search([title])).kind).toBe('apply')
  expect((await search(['Tetsu to Kinu'], [title])).kind).toBe('apply')
})

it('fails if nothing was found and the plugin logged an error', async () => {
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

it('shows with equal candidates what only their records say', async () => {
  const result = (externalId: string) => ({ externalId, title: 'Steel Garden', preview: { genres: ['Drama'] } })
  const people: Record<string, string> = { first: 'Aya Mori', second: 'Eiji Sato' }
  const calls: PluginCalls = {
    async call(_, method, params) {
      if (method.endsWith('search')) return { results: Object.keys(people).map(result) }
      const { externalId } = params as { externalId: string }
      const authors = [{ name: people[externalId], role: 'author' }]
      return { externalId, title: 'Steel Garden', year: 1994, totalVolumeCount: 7, authors }
    },
  }
  const plugin = { id: 1, displayName: 'Provider', settings: {} } as unknown as PluginView
  const known = { titles: ['Steel Garden'] }
  const { kind, candidates } = await findMatch(calls, plugin, { entity: 'series', known, text: 'Steel Garden' })
  const preview = (name: string) => ({ genres: ['Drama'], authors: [name], bookCount: 7 })
  expect(kind).toBe('review')
  expect(candidates).toMatchObject([
    { externalId: 'first', year: 1994, preview: preview('Aya Mori') },
    { externalId: 'second', year: 1994, preview: preview('Eiji Sato') },
  ])
})

/** Finds titles with at least two thirds of the words, as many providers do. */
function providerOf(works: readonly { externalId: string; title: string; year?: number; format?: string }[]) {
  const asked: string[] = []
  const words = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}’]+/u)
  const calls: PluginCalls = {
    async call(_, method, params) {
      const { query = '', externalId } = params as { query?: string; externalId?: string }
      if (!method.endsWith('search')) return works.find((one) => one.externalId === externalId)
      asked.push(query)
      const isFound = (title: string) =>
        words(query).filter((word) => words(title).includes(word)).length * 3 >= words(query).length * 2
      const found = works.filter((one) => isFound(one.title))
      return { results: found.map(({ format, ...one }) => ({ ...one, alternateTitles: [], preview: { format } })) }
    },
  }
  const match = (known: MatchFacts, text = known.titles[0]!) =>
    findMatch(calls, { id: 1, settings: {} } as unknown as PluginView, { entity: 'series', known, text })
  return { asked, match }
}

it('searches with the other titles before it applies one of another year', async () => {
  const { match } = providerOf([
    { externalId: 'pilot', title: 'Steel Garden of Dawn Mori', year: 1993 },
    { externalId: 'series', title: 'Steel Garden of Dawn', year: 1994 },
  ])
  const titles = ['Steel Garden of Dawn Mori', 'Steel Garden of Dawn']
  expect(await match({ titles, year: 1994 })).toMatchObject({ kind: 'apply', candidate: { externalId: 'series' } })
})

it.each([
  ['a long vowel', 'Nagiso wo Jinyo', 'Nagisou wo Jinyou'],
  ['an apostrophe', 'Quicksands Balcony', 'Quicksand’s Balcony'],
])('searches again with %s, even if another work was found', async (_, known, title) => {
  const { asked, match } = providerOf([
    { externalId: 'other', title: `${known} Kai`, year: 1980 },
    { externalId: 'series', title, year: 1992 },
  ])
  expect(await match({ titles: [known], year: 1992 })).toMatchObject({
    kind: 'apply',
    candidate: { externalId: 'series' },
  })
  expect(asked).toContain(title)
})

it('asks whether a single book is the series or its pilot', async () => {
  const { match } = providerOf([
    { externalId: 'pilot', title: 'Steel Garden', format: 'one_shot' },
    { externalId: 'series', title: 'Steel Garden' },
  ])
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1992, count: 1, form: 'comic' }
  expect(await match(known)).toMatchObject({ kind: 'review', reason: 'ambiguous' })
})

it.each([
  ['Lantern, The', 'The Lantern'],
  ['Lanterne (La)', 'La Lanterne'],
  ['Étoile (L’)', 'L’Étoile'],
])('searches for “%s” as “%s”, too', async (known, title) => {
  const { asked, match } = providerOf([])
  expect(await match({ titles: [known] })).toMatchObject({ kind: 'none' })
  expect(asked).toContain(title)
})

it('recognises a misspelt word that has an abbreviation', async () => {
  const { match } = providerOf([{ externalId: 'series', title: 'Doctor Meridian at War', year: 2012 }])
  const known: MatchFacts = { titles: ['Doctr Meridian at War'], year: 2012, form: 'comic' }
  expect(await match(known)).toMatchObject({ kind: 'apply' })
})
