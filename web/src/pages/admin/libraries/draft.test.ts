import { expect, test } from 'vitest'
import { changesOf, emptyDraft } from './draft.ts'

test('an untouched form changes nothing', () => {
  expect(changesOf(emptyDraft, { ...emptyDraft })).toEqual({})
})

test('a new library goes by what its files say of themselves, as the server does where nothing is said', () => {
  expect(emptyDraft).toMatchObject({ naming: { bookStrategy: 'smart' }, numberStrategy: 'smart' })
})

test('only what was touched is sent', () => {
  expect(changesOf(emptyDraft, { ...emptyDraft, name: ' Manga ', direction: 'rtl' })).toEqual({
    name: 'Manga',
    defaultReadingDirection: 'rtl',
  })
})

test('another strategy leaves the settings of the old one behind', () => {
  const before = {
    ...emptyDraft,
    strategy: { seriesStrategy: 'calibre', seriesConfig: { seriesMode: 'by_author' } },
  } as const
  const after = { ...before, strategy: { seriesStrategy: 'flat' } } as const
  expect(changesOf(before, after)).toEqual({ seriesStrategy: 'flat', seriesConfig: {} })
})

test('a schedule is sent with the other habits of scanning', () => {
  const after = { ...emptyDraft, schedule: { ...emptyDraft.schedule, rhythm: 'daily' as const, time: '03:30' } }
  expect(changesOf(emptyDraft, after).scanningConfig).toMatchObject({ cronSchedule: '30 3 * * *', watch: true })
})
