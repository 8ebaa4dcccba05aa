import { expect, test } from 'vitest'
import type { AppEndpoints } from './app-access.ts'
import { appGuideFor, appNames } from './app-guides.ts'

const appAccess: AppEndpoints = {
  publicUrl: null,
  opds: { v1: '/opds/v1.2/catalog', v2: '/opds/v2', keyInPath: false },
  readerSync: { enabled: true, path: '/koreader' },
  compatApi: { enabled: false, path: '/shelf' },
}
const key = 'lectern_abcdefgh_secret'
const guide = (app: (typeof appNames)[number]) => appGuideFor(app, appAccess, 'https://books.example.org/l', 'ada', key)

test('every app guide contains the full address and the key', () => {
  for (const app of appNames) {
    const { fields, command = '' } = guide(app)
    const said = [command, ...fields.map(({ value }) => value)].join(' ')
    expect(said, app).toContain('https://books.example.org/l/')
    expect(said, app).toContain(key)
  }
})

test('apps of the compatibility API get its prefix, and a hint when it is off', () => {
  expect(guide('mihon').fields[0]?.value).toBe('https://books.example.org/l/shelf')
  expect(guide('mihon').closed).toBe('apps.compatOff')
  expect(guide('opds').closed).toBeUndefined()
})

test('before there is a key, a word of any script stands for it', () => {
  for (const app of appNames) expect(appGuideFor(app, appAccess, '', 'ada', '（あなたのキー）').known).not.toBe('')
})

test('an OPDS catalogue takes the key as the password of the user api', () => {
  const { authorization = '' } = guide('opds').probe.headers
  expect(atob(authorization.replace('Basic ', ''))).toBe(`api:${key}`)
})
