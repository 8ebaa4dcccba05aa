import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { readRowKeys, storeRowKeys } from './row-keys.ts'
import { addImportSource } from './sources.ts'

onBothDatabases((open) => {
  it('knows the rows of a source, also those of earlier versions, and of no other source', async () => {
    const { db } = await open()
    const [one, other] = await db.transaction(async (tx) => [
      await addImportSource(tx, { name: 'one', createdBy: null }, 1),
      await addImportSource(tx, { name: 'other', createdBy: null }, 1),
    ])
    expect((await readRowKeys(db, one!.id)).isEmpty).toBe(true)
    const keys = Array.from({ length: 2500 }, (_, i) => BigInt(i) * 7_378_697_629_483n + 1n)
    const largest = 2n ** 64n - 1n
    const former = Buffer.from('00112233445566778899', 'hex')
    await db.transaction(async (tx) => {
      await storeRowKeys(tx, one!.id, [...keys, ...keys])
      await storeRowKeys(tx, one!.id, [largest])
      await storeRowKeys(tx, other!.id, [5n])
      const row = { kind: 'row', foreign_id: former.toString('base64url'), uid: new Uint8Array(16), state: null }
      await tx
        .insertInto('import_id')
        .values({ ...row, source_id: one!.id })
        .execute()
    })
    const known = await readRowKeys(db, one!.id)
    expect([...keys, largest, 0x0011223344556677n].filter((key) => !known.has(key))).toEqual([])
    expect([0n, 2n, 5n, largest - 1n].filter((key) => known.has(key))).toEqual([])
    expect((await readRowKeys(db, other!.id)).has(5n)).toBe(true)
  })
})
