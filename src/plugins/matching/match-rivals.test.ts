import { expect, it } from 'vitest'
import { find, original } from '../../../test/fixtures/fake-works.ts'
import type { MatchFacts } from './match-facts.ts'

const garden = { ...original, other: [] }
const namesake = { ...garden, id: 'namesake', author: 'Eiji Sato' }
const known: MatchFacts = { titles: ['Steel Garden'], year: 1994, count: 12, form: 'comic', publisher: 'North Press' }

it.each([
  ['the number of volumes', { volumes: 12 }],
  ['its form', { format: 'manga' }],
  ['the publisher', { publisher: 'North Press' }],
])('asks which of two namesakes of one year is meant if only one states %s', async (_, more) => {
  expect(await find([{ ...garden, ...more }, namesake], known)).toMatchObject({ kind: 'review', id: undefined })
})

it('takes the namesake by our author, or the one with our number of volumes if both state it', async () => {
  const other = { ...namesake, volumes: 30 }
  const apply = { kind: 'apply', id: 'original' }
  expect(await find([{ ...garden, volumes: 12 }, other], known)).toMatchObject(apply)
  expect(await find([garden, namesake], { ...known, authors: ['Aya Mori'] })).toMatchObject(apply)
})

it('asks whether a work without year and author is meant if all of its name are of another year', async () => {
  const undated = { ...garden, id: 'undated', year: undefined, author: undefined }
  const dated = { titles: ['Steel Garden'], year: 1960 }
  expect(await find([undated, garden, namesake], dated)).toMatchObject({ kind: 'review' })
  expect(await find([undated, garden], { ...dated, authors: ['Ben Costa'] })).toMatchObject({ kind: 'review' })
  expect(await find([undated], dated)).toMatchObject({ kind: 'apply', id: 'undated' })
  // Nor does another spelling make it certain.
  const [seven, other] = [undated, garden].map((one) => ({ ...one, title: 'Seven Gardens' }))
  expect(await find([seven!, other!], { ...dated, titles: ['7 Gardens'] })).toMatchObject({ kind: 'review' })
  const byOurs = { ...dated, authors: ['Eiji Sato'] }
  expect(await find([{ ...undated, author: 'Eiji Sato' }, garden], byOurs)).toMatchObject({ id: 'undated' })
})

it('asks if one has our title and the other our year, unless they are by different people', async () => {
  const sooner = { ...garden, year: 1993 }
  const other = { ...namesake, title: 'Jardin', other: ['Steel Garden'] }
  const dated: MatchFacts = { titles: ['Steel Garden'], year: 1994 }
  expect(await find([sooner, { ...other, author: undefined }], dated)).toMatchObject({ kind: 'review' })
  expect(await find([sooner, other], dated)).toMatchObject({ kind: 'apply', id: 'namesake' })
  expect(await find([{ ...sooner, year: 1980 }, other], dated)).toMatchObject({ kind: 'apply', id: 'namesake' })
})

it('asks if only the spelling and the order of titles tell two works apart', async () => {
  const works = [
    { ...garden, title: 'Kouno no Niwa' },
    { ...namesake, title: 'Jardin', other: ['Kōno no Niwa'], year: 1994 },
  ]
  expect(await find(works, { titles: ['Kono no Niwa', 'Kouno no Niwa'] })).toMatchObject({ kind: 'review' })
})

it('takes the title that is exactly ours rather than one with another small word', async () => {
  const works = [
    { ...garden, title: 'Steel and Garden' },
    { ...namesake, year: 2007 },
  ]
  expect(await find(works, { titles: ['Steel and Garden'] })).toMatchObject({ kind: 'apply', id: 'original' })
})

it('takes a series for the original if a translation appeared in the year of its folder', async () => {
  const album = { ...garden, title: 'Jardin d’acier', year: 1993, volumes: 4, language: 'fr' }
  const translation = {
    ...album,
    id: 'translation',
    title: 'Giardino d’acciaio',
    other: ['Jardin d’acier'],
    year: 1994,
  }
  const works = [album, { ...translation, language: 'it' }]
  const named = (title: string, more: MatchFacts = { titles: [] }) =>
    find(works, { ...more, titles: [title], year: 1994, count: 4 })
  expect(await named('Jardin d’acier')).toMatchObject({ kind: 'apply', id: 'original' })
  expect(await named('Giardino d’acciaio')).toMatchObject({ kind: 'apply', id: 'translation' })
  expect(await named('Jardin d’acier', { titles: [], language: 'it' })).toMatchObject({ id: 'translation' })
  // Who made one of them is unknown: it may be another work.
  const unsigned = [album, { ...works[1]!, author: undefined }]
  expect(await find(unsigned, { titles: ['Jardin d’acier'], year: 1994 })).toMatchObject({ kind: 'review' })
})
