import { expect, it } from 'vitest'
import { find, original } from '../../../test/fixtures/fake-works.ts'

const garden = { ...original, format: 'manga' }
const apply = (id: string) => ({ kind: 'apply', id })

it('takes the edition that a folder names, however little it leads over the work itself', async () => {
  const coloured = { ...garden, id: 'coloured', year: 2004, title: 'Hagane no Niwa - Full Color Edition' }
  const works = [{ ...garden }, { ...coloured, other: ['Steel Garden - Full Color Edition'] }]
  const known = { titles: ['Steel Garden [Colored]', 'Steel Garden'] }
  expect(await find(works, known)).toMatchObject(apply('coloured'))
  expect(await find(works, { titles: ['Steel Garden'] })).toMatchObject(apply('original'))
})

it('asks whether a fine edition of another name is meant', async () => {
  const deluxe = { ...garden, id: 'deluxe', title: 'Steel Garden: Deluxe Edition', year: 2004, other: [] }
  const known = { titles: ['Steel Garden Kanzenban', 'Steel Garden'] }
  expect(await find([garden, deluxe], known)).toMatchObject({ kind: 'review' })
  const both = { ...deluxe, other: ['Steel Garden Kanzenban'] }
  expect(await find([garden, both], known)).toMatchObject(apply('deluxe'))
})

it('takes a work rather than a spin-off that is also known by its title', async () => {
  const spinOff = { ...garden, id: 'spinOff', title: 'Moon Diaries', author: 'Eiji Sato', year: 1999 }
  const known = { titles: ['Steel Garden'] }
  const other = ['Hagane no Niwa Gaiden', 'Steel Garden']
  expect(await find([{ ...spinOff, other }, garden], known)).toMatchObject(apply('original'))
  // A vowel is short in one of them.
  const koen = { ...garden, title: 'Park of Sea', other: ['Umi no Kouen'] }
  const gaiden = { ...spinOff, other: ['Umi no Koen Gaiden', 'Park of Sea'] }
  expect(await find([gaiden, koen], { titles: ['Park of Sea'] })).toMatchObject(apply('original'))
  // Another work may be called so in English.
  const namesake = { ...spinOff, title: 'Ishi no Niwa', other: ['Steel Garden'] }
  expect(await find([namesake, garden], known)).toMatchObject({ kind: 'review' })
})

it('takes what is spelt like ours rather than what follows it with another mark', async () => {
  const work = { ...garden, title: 'Hagane no Niwa', other: ['Steel Garden'] }
  const sequel = { ...garden, id: 'sequel', title: 'Steel Garden!!', other: ['Hagane no Niwa!!'], year: 1999 }
  expect(await find([sequel, work], { titles: ['Steel Garden'] })).toMatchObject(apply('original'))
  expect(await find([work, sequel], { titles: ['Hagane no Niwa!!'] })).toMatchObject(apply('sequel'))
  // By other people it is another work.
  const byOthers = { ...sequel, author: 'Eiji Sato' }
  expect(await find([byOthers, work], { titles: ['Steel Garden'] })).toMatchObject({ kind: 'review' })
  // Folders often leave the mark out.
  expect(await find([sequel], { titles: ['Steel Garden'] })).toMatchObject(apply('sequel'))
})
