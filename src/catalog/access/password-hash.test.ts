import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './password-hash.ts'

test('a password is kept as Argon2id with the cost OWASP asks for, and known again however it was typed', async () => {
  const kept = await hashPassword('Zoë’s long phrase')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword(kept, 'Zoë’s long phrase'.normalize('NFD'))).toBe(true)
  expect(await isPassword(kept, 'Zoe’s long phrase')).toBe(false)
})

test('nobody has every password wrong, and it takes as long', async () => {
  const kept = await hashPassword('somebody’s')
  // The quickest of some: a busy machine makes a try slower, never quicker.
  const quickest = async (hash: string | undefined) => {
    const took: number[] = []
    for (let round = 0; round < 4; round++) {
      const began = performance.now()
      expect(await isPassword(hash, 'a guess')).toBe(false)
      took.push(performance.now() - began)
    }
    return Math.min(...took)
  }
  const [nobody, somebody] = [await quickest(undefined), await quickest(kept)]
  expect(nobody).toBeGreaterThan(somebody / 3)
  expect(somebody).toBeGreaterThan(nobody / 3)
})
