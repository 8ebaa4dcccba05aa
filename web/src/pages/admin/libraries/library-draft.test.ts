import { expect, test } from 'vitest'
import { emptyLibraryDraft, libraryChanges } from './library-draft.ts'

test('an untouched form changes nothing', () => {
  expect(libraryChanges(emptyLibraryDraft, { ...emptyLibraryDraft })).toEqual({})
})

test('a new library goes by what its files say of themselves, as the server does where nothing is said', () => {
  expect(emptyLibraryDraft).toMatchObject({ naming: { bookStrategy: 'smart' }, numberStrategy: 'smart' })
})

test('only what was touched is sent', () => {
  expect(libraryChanges(emptyLibraryDraft, { ...emptyLibraryDraft, name: ' Manga ', direction: 'rtl' })).toEqual({
    name: 'Manga',
    defaultReadingDirection: 'rtl',
  })
})

test('another strategy leaves the settings of the old one behind', () => {
  const before = {
    ...emptyLibraryDraft,
    strategy: { seriesStrategy: 'calibre', seriesConfig: { seriesMode: 'by_author' } },
  } as const
  const after = { ...before, strategy: { seriesStrategy: 'flat' } } as const
  expect(libraryChanges(before, after)).toEqual({ seriesStrategy: 'flat', seriesConfig: {} })
})

test('a schedule is sent with the other habits of scanning', () => {
  const after = {
    ...emptyLibraryDraft,
    schedule: { ...emptyLibraryDraft.schedule, frequency: 'daily' as const, time: '03:30' },
  }
  expect(libraryChanges(emptyLibraryDraft, after).scanningConfig).toMatchObject({
    cronSchedule: '30 3 * * *',
    watch: true,
  })
})

test('what a library makes of its files is sent as a whole', () => {
  const metadata = { ...emptyLibraryDraft.metadata, localArtwork: true, seriesCover: 'last' as const }
  expect(libraryChanges(emptyLibraryDraft, { ...emptyLibraryDraft, metadata })).toEqual({ metadataConfig: metadata })
})
