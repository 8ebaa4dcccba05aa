import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { newUid } from '../uid.ts'
import { findForeignIds, storeForeignIds } from './foreign-ids.ts'
import { addImportSource, changeImportSource } from './sources.ts'

onBothDatabases((open) => {
  it('shows the newest of several ids of an item last, in whatever order they were stored', async () => {
    const { db } = await open()
    const uid = newUid()
    const sourceWith = (ids: string[]) =>
      db.transaction(async (tx) => {
        const { id } = await addImportSource(tx, { name: 'a', createdBy: null }, 1)
        await changeImportSource(tx, id, { kind: 'komga' }, 1)
        for (const foreignId of ids) await storeForeignIds(tx, id, 'book', [{ foreignId, uid, state: null }])
      })
    await sourceWith(['0BOOK00000003', '0BOOK00000001', '0BOOK00000002'])
    const shown = async () => (await findForeignIds(db, 'komga', [uid])).map(({ foreignId }) => foreignId)
    expect(await shown()).toEqual(['0BOOK00000001', '0BOOK00000002', '0BOOK00000003'])
    await sourceWith(['0BOOK00000000'])
    expect((await shown()).at(-1)).toBe('0BOOK00000000')
  })
})
