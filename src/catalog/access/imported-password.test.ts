import { createHmac, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { hashSync } from 'bcryptjs'
import { describe, expect, it } from 'vitest'
import { isImportedPasswordHash, verifyImportedPassword } from './imported-password.ts'

const password = 'Grüße, 世界 1'

function aspNet(prf: number, digest: string, iterations: number): string {
  const salt = randomBytes(16)
  const head = Buffer.alloc(13)
  head[0] = 1
  head.writeUInt32BE(prf, 1)
  head.writeUInt32BE(iterations, 5)
  head.writeUInt32BE(salt.length, 9)
  return Buffer.concat([head, salt, pbkdf2Sync(password, salt, iterations, 32, digest)]).toString('base64')
}

function aspNetOld(): string {
  const salt = randomBytes(16)
  return Buffer.concat([Buffer.of(0), salt, pbkdf2Sync(password, salt, 1000, 32, 'sha1')]).toString('base64')
}

const hashes: Record<string, string> = {
  'bcrypt $2a$ (Komga)': `bcrypt:${hashSync(password, 4).replace('$2b$', '$2a$')}`,
  'bcrypt $2b$ (Stump)': `bcrypt:${hashSync(password, 4)}`,
  'ASP.NET Identity 3, SHA-512 (Kavita)': `aspnet:${aspNet(2, 'sha512', 1000)}`,
  'ASP.NET Identity 3, SHA-256 (older Kavita)': `aspnet:${aspNet(1, 'sha256', 1000)}`,
  'ASP.NET Identity 2': `aspnet:${aspNetOld()}`,
  'werkzeug scrypt (Calibre-Web)': `werkzeug:scrypt:32768:8:1$salt$${scryptSync(password, 'salt', 64, { N: 32_768, r: 8, p: 1, maxmem: 2 ** 27 }).toString('hex')}`,
  'werkzeug PBKDF2': `werkzeug:pbkdf2:sha256:2000$salt$${pbkdf2Sync(password, 'salt', 2000, 32, 'sha256').toString('hex')}`,
  'werkzeug HMAC': `werkzeug:sha256$salt$${createHmac('sha256', 'salt').update(password).digest('hex')}`,
  'Argon2id (Codex)': `argon2:${await hash(password, { memoryCost: 1024, timeCost: 1, parallelism: 1 })}`,
}

describe.each(Object.entries(hashes))('a password kept as %s', (_, kept) => {
  it('is recognised as imported, and only the right password is accepted', async () => {
    expect(isImportedPasswordHash(kept)).toBe(true)
    expect(await verifyImportedPassword(kept, password)).toBe(true)
    expect(await verifyImportedPassword(kept, `${password} `)).toBe(false)
    expect(await verifyImportedPassword(kept, '')).toBe(false)
  })
})

it.each([
  'bcrypt:$2a$31$tooexpensivetooexpensive',
  'bcrypt:nothing',
  'aspnet:AA',
  'aspnet:AQAAAAIAAYag',
  'werkzeug:scrypt:99999999:8:1$a$00112233445566778899aabbccddeeff',
  'werkzeug:pbkdf2:sha256:999999999999$a$00112233445566778899aabbccddeeff',
  'werkzeug:$$',
  'argon2:nothing',
])('a hash that cannot be read, or costs too much, is nobody’s: %s', async (kept) => {
  expect(await verifyImportedPassword(kept, password)).toBe(false)
})

it('a password hashed by Lectern is not taken for an imported one', () => {
  expect(isImportedPasswordHash('$argon2id$v=19$m=19456,t=2,p=1$x$y')).toBe(false)
})
