import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import type { Db } from '../open.ts'
import { insertUser } from '../user/write.ts'
import { KeyLastUsedTimes } from './key-last-used.ts'
import { listApiKeys } from './read.ts'
import { insertApiKey } from './write.ts'

async function addKey(db: Db): Promise<{ userId: number; keyId: number }> {
  const userId = await db.transaction(async (tx) => {
    const { id } = await insertUser(tx, { username: 'ada', role: 'reader' }, 1)
    const rest = {
      name: 'k',
      prefix: 'abcdefgh',
      secretHash: new Uint8Array(32),
      syncHash: '',
      expiresAt: null,
      now: 1,
    }
    await insertApiKey(tx, { userId: id, permissions: [], ...rest })
    return id
  })
  return { userId, keyId: (await listApiKeys(db, userId))[0]!.id }
}

onBothDatabases((open) => {
  it('are visible immediately and written at most once a minute', async () => {
    const { db } = await open()
    const { userId, keyId } = await addKey(db)
    const uses = new KeyLastUsedTimes(db)
    const before = db.commits
    const written = async () => (await listApiKeys(db, userId))[0]!.lastUsedAt
    const began = Date.now()
    for (let i = 0; i < 100; i += 1) {
      uses.touch(keyId, began + i, null)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(uses.lastUsed(keyId, null)).toBe(began + 99)
    await uses.flush(began - 60_000)
    expect(db.commits - before).toBe(1)
    expect(await written()).toBeGreaterThanOrEqual(began)
    await uses.close()
    expect(await written()).toBe(began + 99)
    expect(db.commits - before).toBe(2)
  })

  it('never go back when another server wrote a later one', async () => {
    const { db } = await open()
    const { userId, keyId } = await addKey(db)
    const [late, early] = [new KeyLastUsedTimes(db), new KeyLastUsedTimes(db)]
    late.touch(keyId, 2000, 1999)
    early.touch(keyId, 1000, 999)
    await late.close()
    await early.close()
    expect((await listApiKeys(db, userId))[0]!.lastUsedAt).toBe(2000)
  })

  it('go back if they were stored while the clock was far ahead', async () => {
    const { db } = await open()
    const { userId, keyId } = await addKey(db)
    const now = Date.now()
    const uses = new KeyLastUsedTimes(db)
    const written = async () => (await listApiKeys(db, userId))[0]!.lastUsedAt
    uses.touch(keyId, now + 400 * 86_400_000, null)
    await uses.flush()
    const ahead = await written()
    expect(ahead).toBeGreaterThan(now + 399 * 86_400_000)
    uses.touch(keyId, now, ahead)
    expect(uses.lastUsed(keyId, ahead)).toBe(now)
    await uses.close()
    expect(await written()).toBe(now)
  })

  it('are written without the write thread where there is one', async () => {
    const { db } = await open()
    const { userId, keyId } = await addKey(db)
    const { query, commitTogether } = db
    const refuse = () => Promise.reject(new Error('this would start it'))
    const transaction: Db['transaction'] = commitTogether ? refuse : (work) => db.transaction(work)
    const uses = new KeyLastUsedTimes({ query, commitTogether, transaction }, (error) => {
      throw error
    })
    uses.touch(keyId, 2000, null)
    await uses.close()
    expect((await listApiKeys(db, userId))[0]!.lastUsedAt).toBe(2000)
  })

  it('a database that fails does not fail the request', async () => {
    const { db } = await open()
    const errors: unknown[] = []
    const fail = () => Promise.reject(new Error('disk full'))
    const failing = { query: db.query, transaction: fail, commitTogether: db.commitTogether && fail }
    const uses = new KeyLastUsedTimes(failing, (error) => errors.push(error))
    uses.touch(1, Date.now(), null)
    await uses.close()
    expect(errors).toHaveLength(1)
  })
})
