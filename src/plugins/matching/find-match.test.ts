import { expect, it } from 'vitest'
import type { PluginView } from '../../store/plugin/read.ts'
import type { PluginCalls } from '../bus-calls/plugin-bus.ts'
import { findMatch } from './find-match.ts'
import { type MatchFacts, matchSimilarity, parseTitleForSearch } from './similarity.ts'

interface Work {
  id: string
  title: string
  other?: string[]
  year?: number
  author?: string
  format?: string
  volumes?: number
  /** What its search result leaves out. */
  untold?: boolean
  isOneTitleShown?: boolean
}

/** Finds every work, whatever is asked for, and counts what it was asked. */
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
  // One that looks certain because nothing is told of it is looked at first.
  expect(await find([{ ...namesake, untold: true }], known)).toMatchObject({ kind: 'review' })
})

it('asks for one record where the search tells enough', async () => {
  const known = { titles: ['steel garden'], year: 1994, authors: ['Mori, Aya'] }
  expect((await find([original], { ...known, count: undefined })).asked).toEqual(['metadata/series/search'])
})

it('takes the first of several editions of one work, unless the year says which is meant', async () => {
  const reprint = { ...original, id: 'reprint', year: 2009 }
  const known = { titles: ['Hagane no Niwa'], authors: ['Aya Mori'] }
  expect(await find([reprint, original], known)).toMatchObject({ kind: 'apply', id: 'original' })
  expect(await find([reprint, original], { ...known, year: 2009 })).toMatchObject({ kind: 'apply', id: 'reprint' })
  // Other titles may be another work: a person decides.
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

it('takes the original where a translation has a record of its own', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], form: 'comic' }
  const manga = { ...original, format: 'manga' }
  const translated = { ...manga, id: 'translated', title: 'Jardín de acero', other: ['Steel Garden'], year: 1997 }
  expect(await find([translated, manga], known)).toMatchObject({ kind: 'apply', id: 'original' })
  // By others it may be another work, and so may the earlier one.
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
    expect(same(a, b), a).toBeGreaterThan(0.9)
  expect(same('How to Draw Manga', 'How to Draw')).toBeLessThan(0.85)
  // However long a subtitle is: somebody should look at it, and nobody takes it for the same.
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
  // All fits the series, and more of it than fits the pilot.
  expect(await find([pilot, series], known)).toMatchObject({ kind: 'apply', id: 'original' })
  // Where only the titles and the author are known, it may be either; one volume is the pilot, or the first of eight.
  const { year: _, ...undated } = known
  expect(await find([{ ...pilot, volumes: 8 }, series], undated)).toMatchObject({ kind: 'review' })
  expect(await find([pilot, series], { ...undated, count: 1 })).toMatchObject({ kind: 'review' })
  // Nobody has eight volumes of what has one.
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
    expect(same(a, b), a).toBeGreaterThan(0.9)
  expect(parseTitleForSearch('Steel Garden v01-12 (2003)')).toEqual({ title: 'Steel Garden', year: 2003 })
  expect(parseTitleForSearch('Steel Garden Vol. 1-12').title).toBe('Steel Garden')
  expect(parseTitleForSearch('Garden 1-2-3').title).toBe('Garden 1-2-3')
})
