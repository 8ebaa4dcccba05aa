import { expect, test } from 'vitest'
import { emptyUserDraft, newUserFromDraft, userChanges } from './user-draft.ts'

const ada = { ...emptyUserDraft, username: 'ada', libraryIds: ['a'], allLibraries: false }

test('an untouched form changes nothing, and an empty password is no new password', () => {
  expect(userChanges(ada, { ...ada })).toEqual({})
})

test('seeing everything forgets the list of libraries', () => {
  expect(userChanges(ada, { ...ada, allLibraries: true })).toEqual({ allLibraries: true, libraryIds: [] })
  expect(userChanges(ada, { ...ada, libraryIds: ['a', 'b'] })).toEqual({ allLibraries: false, libraryIds: ['a', 'b'] })
})

test('the last sharing tag can be taken away', () => {
  const tagged = { ...ada, tags: { t1: 'deny' as const } }
  expect(userChanges(ada, tagged)).toEqual({ sharingTags: [{ sharingTagId: 't1', accessMode: 'deny' }] })
  expect(userChanges(tagged, ada)).toEqual({ sharingTags: [] })
})

test('a new account has a name, a password and a role, and what was chosen besides', () => {
  const draft = { ...emptyUserDraft, username: ' ben ', password: 'long enough', ageLimit: 12 }
  expect(newUserFromDraft(draft)).toEqual({ username: 'ben', password: 'long enough', role: 'reader', ageLimit: 12 })
})
