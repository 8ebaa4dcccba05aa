import { expect, it } from 'vitest'
import { find, original } from '../../../test/fixtures/fake-works.ts'

/** Found by “Steel Garden 2”, but its search result shows only its main title. */
const sparse = {
  ...original,
  title: 'Hagane no Niwa 2',
  other: ['Steel Garden 2'],
  hidesFacts: true,
  isOneTitleShown: true,
}
const others = ['Mori', 'Tera', 'Kawa'].map((word, at) => ({
  ...original,
  id: word,
  title: `Steel ${word} 2`,
  author: 'Eiji Sato',
  year: 2001 + at,
  other: [],
}))

it('reads what is listed first, though a title in another language shares only a number with ours', async () => {
  expect(await find([sparse, ...others], { titles: ['Steel Garden 2'] })).toMatchObject({
    kind: 'apply',
    id: 'original',
  })
  const byName = { ...sparse, title: 'Steel-san no Niwa', other: ['Steel Garden'] }
  expect(await find([byName, ...others], { titles: ['Steel Garden'] })).toMatchObject({ kind: 'apply', id: 'original' })
})

it('asks if another work of the name has our title, too, though its search result does not say so', async () => {
  const shown = { ...original, id: 'shown', title: 'Hagane no Niwa', other: ['Steel Garden'], author: 'Eiji Sato' }
  const hidden = { ...sparse, title: 'Hagane no Niwa', other: ['Steel Garden'], year: 2004 }
  expect(await find([shown, hidden], { titles: ['Steel Garden'] })).toMatchObject({ kind: 'review' })
  expect(await find([shown, { ...hidden, other: [] }], { titles: ['Steel Garden'] })).toMatchObject({ id: 'shown' })
})

it('finds the edition that a folder names, though its search result has only a title in another language', async () => {
  const edition = {
    ...sparse,
    id: 'edition',
    title: 'Hagane no Niwa (3-in-1)',
    other: ['Steel Garden (3-in-1 Edition)'],
  }
  const known = { titles: ['Steel Garden (3-in-1 Edition)', 'Steel Garden'] }
  expect(await find([original, edition], known)).toMatchObject({ kind: 'apply', id: 'edition' })
  const pocket = { ...edition, title: 'Hagane no Niwa Bunkoban', other: ['Steel Garden Omnibus Edition'] }
  const named = { titles: ['Steel Garden Omnibus Edition', 'Steel Garden'] }
  expect(await find([original, pocket], named)).toMatchObject({ kind: 'apply', id: 'edition' })
})
