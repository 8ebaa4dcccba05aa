import { expect, it } from 'vitest'
import { find, original } from '../../../test/fixtures/fake-works.ts'
import { type ItemToMatch, matchFactsOfItem } from './item-facts.ts'
import type { MatchFacts } from './match-facts.ts'
import { parseTitleForSearch, titleWithForm } from './parse-title-for-search.ts'
import { matchSimilarity } from './similarity.ts'

it('applies the first of several editions, unless the year fits a later one', async () => {
  const reprint = { ...original, id: 'reprint', year: 2009 }
  const known = { titles: ['Hagane no Niwa'], authors: ['Aya Mori'] }
  expect(await find([reprint, original], known)).toMatchObject({ kind: 'apply', id: 'original' })
  expect(await find([reprint, original], { ...known, year: 2009 })).toMatchObject({ kind: 'apply', id: 'reprint' })
  // An undated one that fits best may be the first.
  const translated = { ...original, id: 'translated', title: 'Hagane no Niwa', other: ['Steel Garden'], year: 1997 }
  const undated = { ...original, year: undefined }
  const byTitle = { titles: ['Steel Garden'], authors: ['Aya Mori'], form: 'comic' as const }
  const bothForms = [translated, undated].map((one) => ({ ...one, format: 'manga' }))
  expect(await find(bothForms, byTitle)).toMatchObject({ kind: 'apply', id: 'original' })
  // With other titles it may be another work: a user decides.
  const remake = { ...reprint, id: 'remake', other: [] }
  expect(await find([remake, original], { ...known, titles: ['Steel Garden'] })).toMatchObject({ kind: 'review' })
})

it('knows the year of a book by the folder that has its name', () => {
  const book = { entity: 'book', title: 'Emma', folderName: 'Emma (2002)', year: null, seriesYear: null, authors: [] }
  const yearOf = (more: object) => matchFactsOfItem({ ...book, ...more } as unknown as ItemToMatch).year
  expect(yearOf({})).toBe(2002)
  expect(yearOf({ title: 'Emma v01', seriesYear: 2003 })).toBe(2003)
  expect(yearOf({ year: 2004 })).toBe(2004)
  // Later books, and books of which the folder holds many.
  for (const title of ['Emma v02', 'Persuasion']) expect(yearOf({ title }), title).toBeUndefined()
})

it('tells comics from novels, and a series from its omnibus', async () => {
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

it('takes the original rather than its translation, even if nobody says what form it has', async () => {
  const album = { ...original, other: [], language: 'fr' }
  const translated = { ...album, id: 'translated', title: 'Giardino d’acciaio', year: 1996, format: 'comic' }
  const translation = { ...translated, other: ['Steel Garden'], language: 'it' }
  const known: MatchFacts = { titles: ['Steel Garden'], form: 'comic' }
  expect(await find([translation, album], known)).toMatchObject({ kind: 'apply', id: 'original' })
  // In the same language it may be the comic of a novel, and by others it is another work.
  expect(await find([{ ...translation, language: 'fr' }, album], known)).toMatchObject({ kind: 'review' })
  expect(await find([{ ...translation, author: 'Eiji Sato' }, album], known)).toMatchObject({ kind: 'review' })
})

it('knows a novel by a misspelt note', async () => {
  const novel = { ...original, id: 'novel', title: 'Steel Garden (Light Novel)', other: [], format: 'light_novel' }
  const item = { entity: 'series', authors: ['Aya Mori'], alternateTitles: [], isComic: true, totalBookCount: null }
  const named = (title: string) =>
    matchFactsOfItem({ ...item, title, folderName: title, year: null, bookCount: 2 } as unknown as ItemToMatch)
  const works = [{ ...original, other: [], format: 'manga' }, novel]
  expect(await find(works, named('Steel Garden (Light Novvel)'))).toMatchObject({ kind: 'apply', id: 'novel' })
  expect(await find(works, named('Steel Garden (Light Novice)'))).not.toMatchObject({ id: 'novel' })
})

it('knows a novel by its title if ours is misspelt', async () => {
  const novel = { ...original, title: 'Steel Garden (Novel)', other: [], year: 1994, volumes: 21, format: 'manga' }
  const known: MatchFacts = { titles: ['Steel Garrden'], year: 1994, count: 21, form: 'comic' }
  expect(await find([novel], known)).toMatchObject({ kind: 'review' })
  expect(await find([{ ...novel, title: 'Steel Garden' }], known)).toMatchObject({ kind: 'apply' })
})

it('takes a folder that names an edition for that edition, and for the work itself if nobody lists it', async () => {
  const deluxe = { ...original, id: 'deluxe', title: 'Steel Garden: Deluxe Edition', other: [], year: 2009 }
  const item = { entity: 'series', title: 'Steel Garden', authors: [], alternateTitles: [], isComic: true }
  const owned = { ...item, folderName: 'Steel_Garden_(Deluxe_Edition)', year: null, totalBookCount: null, bookCount: 2 }
  const known = matchFactsOfItem({ ...owned, chapterCount: 0 } as unknown as ItemToMatch)
  expect(await find([original, deluxe], known)).toMatchObject({ kind: 'apply', id: 'deluxe' })
  expect(await find([{ ...original, format: 'manga' }], known)).toMatchObject({ kind: 'apply', id: 'original' })
})

it('does not tell a novel from its manga by the number of volumes alone', async () => {
  const [novel, manga] = [
    { ...original, id: 'novel', volumes: 10 },
    { ...original, id: 'manga', year: 1996, volumes: 17 },
  ]
  const known: MatchFacts = { titles: ['Steel Garden'], count: 10 }
  expect(await find([novel, manga], known)).toMatchObject({ kind: 'review' })
  expect(await find([novel, manga], { ...known, year: 1994 })).toMatchObject({ kind: 'apply', id: 'novel' })
  expect(await find([{ ...novel, author: 'Eiji Sato' }, manga], known)).toMatchObject({ kind: 'apply', id: 'novel' })
})

it('prefers a known comic to a record of unknown form, which is applied if nothing else fits', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1994, authors: ['Aya Mori'], form: 'comic' }
  const novel = { ...original, id: 'novel', other: [] }
  const manga = { ...original, format: 'manga' }
  expect(await find([novel, manga], known)).toMatchObject({ kind: 'apply', id: 'original' })
  expect(await find([novel], known)).toMatchObject({ kind: 'apply', id: 'novel' })
})

it('reads “(Light Novel)” and “[Webtoon]” in names, and prefers the plain name for a plain name', async () => {
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
  // Even if it isn't known to be a comic.
  const plain = { ...original, other: [] }
  const comicFolder: MatchFacts = { titles: ['Steel Garden'], form: 'comic' }
  expect(await find([webtoon, plain], comicFolder)).toMatchObject({ kind: 'apply', id: 'original' })
  const named = { titles: [titleWithForm('Steel Garden [Webtoon] Vol.01-05')] }
  expect(await find([comic, webtoon], named)).toMatchObject({ kind: 'apply', id: 'webtoon' })
})

it('prefers the original to a translation with its own record', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], form: 'comic' }
  const manga = { ...original, format: 'manga' }
  const translated = { ...manga, id: 'translated', title: 'Jardín de acero', other: ['Steel Garden'], year: 1997 }
  expect(await find([translated, manga], known)).toMatchObject({ kind: 'apply', id: 'original' })
  // By another author it may be another work, and so may an earlier one.
  expect(await find([{ ...translated, author: 'Eiji Sato' }, manga], known)).toMatchObject({ kind: 'review' })
  expect(await find([{ ...translated, year: 1990 }, manga], known)).toMatchObject({ kind: 'review' })
})

it('sends a later work with another main title to review', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1994, authors: ['Aya Mori'], form: 'comic' }
  const other = { ...original, title: 'Jardín de acero', other: ['Steel Garden'], format: 'manga' }
  expect(await find([{ ...other, year: 1997 }], known)).toMatchObject({ kind: 'review' })
  expect(await find([{ ...other, year: 1991 }], known)).toMatchObject({ kind: 'apply' })
})

it('sends a pilot to review if the provider lacks the series', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1994, authors: ['Aya Mori'], count: 1, form: 'comic' }
  const pilot = { ...original, id: 'pilot', year: 1993, format: 'one_shot', volumes: 1 }
  expect(await find([pilot], known)).toMatchObject({ kind: 'review' })
  expect(await find([pilot, original], known)).toMatchObject({ kind: 'apply', id: 'original' })
  expect(await find([pilot], { ...known, year: 1993 })).toMatchObject({ kind: 'apply', id: 'pilot' })
})

it('sends a record with far fewer volumes than are owned to review', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1994, count: 21 }
  expect(await find([{ ...original, volumes: 14 }], known)).toMatchObject({ kind: 'review' })
})

it('keeps “(Omnibus Edition)” in the search text, and applies the omnibus', async () => {
  expect(parseTitleForSearch('Steel Garden (2003) [Digital]')).toEqual({ title: 'Steel Garden', year: 2003 })
  const { title } = parseTitleForSearch('Steel Garden (Omnibus Edition)')
  const omnibus = { ...original, id: 'omnibus', title: 'Steel Garden Omnibus', year: 2000, other: [] }
  const known = { titles: [title], year: 2000, authors: ['Aya Mori'] }
  expect(await find([original, omnibus], known)).toMatchObject({ kind: 'apply', id: 'omnibus' })
})

it('does not apply a comic to a novel', () => {
  const known: MatchFacts = { titles: ['Steel Garden'], form: 'text' }
  expect(matchSimilarity(known, { titles: ['Steel Garden: The Manga'] })).toBeLessThan(0.85)
})

it('does not take a pilot for the first edition of a series', async () => {
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

it('tells namesakes apart by the number of volumes or the publisher', async () => {
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

it('accepts more files than volumes if they can be chapters', async () => {
  const known: MatchFacts = { titles: ['Steel Garden'], year: 1994, count: 96 }
  expect(await find([{ ...original, volumes: 12, chapters: 100 }], known)).toMatchObject({ kind: 'apply' })
  expect(await find([{ ...original, volumes: 12 }], known)).toMatchObject({ kind: 'review' })
})
