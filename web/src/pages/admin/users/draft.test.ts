import { expect, test } from 'vitest'
import { changesOf, emptyDraft, newUserOf } from './draft.ts'

const ada = { ...emptyDraft, username: 'ada', libraryIds: ['a'], allLibraries: false }

test('an untouched form changes nothing, and an empty password is no new password', () => {
  expect(changesOf(ada, { ...ada })).toEqual({})
})

test('seeing everything forgets the list of libraries', () => {
  expect(changesOf(ada, { ...ada, allLibraries: true })).toEqual({ allLibraries: true, libraryIds: [] })
  expect(changesOf(ada, { ...ada, libraryIds: ['a', 'b'] })).toEqual({ allLibraries: false, libraryIds: ['a', 'b'] })
})

test('the last sharing tag can be taken away', () => {
  const tagged = { ...ada, tags: { t1: 'deny' as const } }
  expect(changesOf(ada, tagged)).toEqual({ sharingTags: [{ sharingTagId: 't1', accessMode: 'deny' }] })
  expect(changesOf(tagged, ada)).toEqual({ sharingTags: [] })
})

test('a new account has a name, a password and a role, and what was chosen besides', () => {
  const draft = { ...emptyDraft, username: ' ben ', password: 'long enough', ageLimit: 12 }
  expect(newUserOf(draft)).toEqual({ username: 'ben', password: 'long enough', role: 'reader', ageLimit: 12 })
})
