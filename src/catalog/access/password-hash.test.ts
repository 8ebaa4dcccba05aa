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
  const time = async (hash: string | undefined) => {
    const began = performance.now()
    expect(await isPassword(hash, 'a guess')).toBe(false)
    return performance.now() - began
  }
  await time(undefined)
  const [nobody, somebody] = [await time(undefined), await time(kept)]
  expect(nobody).toBeGreaterThan(somebody / 4)
})
