import { expect, it } from 'vitest'
import { find, original } from '../../../test/fixtures/fake-works.ts'
import type { MatchFacts } from './match-facts.ts'

const pilot = { ...original, id: 'pilot', year: 1993, volumes: 1 }
const single: MatchFacts = { titles: ['Steel Garden'], year: 1993, count: 1, form: 'comic' }

it('asks whether a single book is the pilot of its year or the series that began a year later', async () => {
  const series = { ...original, volumes: 12, format: 'manga' }
  const oneShot = { ...pilot, format: 'one_shot' }
  expect(await find([oneShot, series], single)).toMatchObject({ kind: 'review' })
  // Nobody says that it is a single story.
  expect(await find([pilot, { ...series, format: undefined }], single)).toMatchObject({ kind: 'review' })
})

it('takes a single book for the pilot if no series of its name followed', async () => {
  const oneShot = { ...pilot, format: 'one_shot' }
  const apply = { kind: 'apply', id: 'pilot' }
  expect(await find([oneShot], single)).toMatchObject(apply)
  expect(await find([oneShot, { ...original, year: 2009 }], single)).toMatchObject(apply)
  expect(await find([oneShot, { ...original, author: 'Eiji Sato' }], single)).toMatchObject(apply)
  expect(await find([oneShot, { ...original, format: 'novel' }], single)).toMatchObject(apply)
})

it('takes a single book for the original, not for the pilot of its translation', async () => {
  const album = { ...pilot, title: 'Jardin d’acier', other: [], language: 'fr' }
  const translation = { ...album, id: 'translation', title: 'Steel Garden', other: ['Jardin d’acier'], year: 1995 }
  const known = { titles: ['Jardin d’acier'], year: 1993, count: 1 }
  expect(await find([album, { ...translation, language: 'en' }], known)).toMatchObject({ kind: 'apply', id: 'pilot' })
  expect(await find([album, { ...translation, language: 'fr-FR' }], known)).toMatchObject({ kind: 'review' })
})

it('takes several books for the series', async () => {
  const series = { ...original, volumes: 12, format: 'manga' }
  expect(await find([pilot, series], { ...single, count: 5, year: 1994 })).toMatchObject({
    kind: 'apply',
    id: 'original',
  })
})
