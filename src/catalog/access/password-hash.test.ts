import { expect, test, vi } from 'vitest'

// With the shipped cost, whatever other tests have set.
vi.resetModules()
const { hashPassword, verifyPassword, hashQueueLimits } = await import('./password-hash.ts')

test('a password is hashed with Argon2id at the cost OWASP recommends, and matches in any Unicode form', async () => {
  const kept = await hashPassword('Zoë’s long phrase')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(kept, 'Zoë’s long phrase'.normalize('NFD'))).toBe(true)
  expect(await verifyPassword(kept, 'Zoe’s long phrase')).toBe(false)
})

test('concurrent logins wait in a queue of limited length, for a limited time', async () => {
  const usual = { ...hashQueueLimits }
  hashQueueLimits.maxWaiting = 200
  const kept = await hashPassword('somebody’s')
  const cheap = '$argon2id$v=19$m=8,t=1,p=1$lIFI3bcU9auaYx+YbUYisA$1vSIU+JPN5ieFqr/nO8Tg+AORBoux1oIE+jJloMYlpo'
  const all = await Promise.allSettled(Array.from({ length: 1000 }, () => verifyPassword(cheap, 'a guess')))
  const refused = all.filter((one) => one.status === 'rejected')
  expect(refused.length).toBe(1000 - 202)
  expect(refused[0]!.reason).toMatchObject({ code: 'service_unavailable', status: 503 })
  expect(await verifyPassword(kept, 'somebody’s')).toBe(true)

  hashQueueLimits.maxWaitMs = 0
  const impatient = await Promise.allSettled(Array.from({ length: 20 }, () => verifyPassword(kept, 'a guess')))
  expect(impatient.filter((one) => one.status === 'rejected').length).toBeGreaterThan(0)
  Object.assign(hashQueueLimits, usual)
  expect(await verifyPassword(kept, 'somebody’s')).toBe(true)
})

test('an unknown user fails every password, and the check takes just as long', async () => {
  const kept = await hashPassword('somebody’s')
  // The fastest of several alternating tries: a busy machine makes a try slower, never faster.
  const took = { nobody: Infinity, somebody: Infinity }
  for (let round = 0; round < 6; round++) {
    for (const [who, hash] of [['nobody', undefined] as const, ['somebody', kept] as const]) {
      const began = performance.now()
      expect(await verifyPassword(hash, 'a guess')).toBe(false)
      took[who] = Math.min(took[who], performance.now() - began)
    }
  }
  expect(took.nobody).toBeGreaterThan(took.somebody / 3)
  expect(took.somebody).toBeGreaterThan(took.nobody / 3)
})
