import { expect, test } from 'vitest'
import { generateApiKey, hashSecret, parseApiKey } from './api-key.ts'
import { roleFromGroups } from './oidc-account.ts'
import { openSessionTokens } from './session-tokens.ts'

const of = { userUid: 'u', sessionUid: 's' }

test('a token says whose session it is, until its time is over', async () => {
  let time = 1_000_000
  const tokens = openSessionTokens('s'.repeat(40), () => time)
  const token = await tokens.sign('access', of, 60)
  expect(await tokens.verify('access', token)).toMatchObject({ ...of, expiresAt: 1_060_000 })
  time = 1_059_999
  expect(await tokens.verify('access', token)).toMatchObject(of)
  time = 1_060_000
  expect(() => tokens.verify('access', token)).toThrowError(expect.objectContaining({ code: 'token_expired' }))
  await expect(
    Promise.resolve(openSessionTokens('s'.repeat(40), () => time).verify('access', token)),
  ).rejects.toMatchObject({
    code: 'token_expired',
  })
})

test('a token is not good for another use or under another secret', async () => {
  const tokens = openSessionTokens('s'.repeat(40))
  const token = await tokens.sign('access', of, 60)
  await tokens.verify('access', token)
  await expect(tokens.verify('cookie', token)).rejects.toMatchObject({ code: 'invalid_token' })
  await expect(openSessionTokens('t'.repeat(40)).verify('access', token)).rejects.toMatchObject({
    code: 'invalid_token',
  })
})

test('keys are random, have one form, and their secret is kept as a hash', () => {
  const minted = Array.from({ length: 200 }, generateApiKey)
  expect(new Set(minted.map((key) => key.prefix)).size).toBe(200)
  for (const { text, prefix, secretHash } of minted) {
    expect(text).toMatch(/^lectern_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}$/)
    const parts = parseApiKey(text)!
    expect(parts.prefix).toBe(prefix)
    expect(hashSecret(parts.secret)).toEqual(secretHash)
  }
})

test('the highest role of all groups counts, and groups without a role change nothing', () => {
  const mapping = { admin: ['root'], maintainer: ['editors'] }
  expect(roleFromGroups(mapping, ['editors', 'root'], 'reader')).toBe('admin')
  expect(roleFromGroups(mapping, 'editors', 'reader')).toBe('maintainer')
  expect(roleFromGroups(mapping, ['others'], 'reader')).toBe('reader')
  expect(roleFromGroups(mapping, undefined, 'reader')).toBeUndefined()
  expect(roleFromGroups({}, ['root'], 'reader')).toBeUndefined()
  expect(roleFromGroups(undefined, ['root'], 'reader')).toBeUndefined()
})
