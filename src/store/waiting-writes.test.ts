import { expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { makeLibrary } from '../../test/rows.ts'

onBothDatabases((open) => {
  it('reads do not wait for writes that wait for each other', async () => {
    const { db } = await open()
    const library = await db.transaction((tx) => makeLibrary(tx))
    const rename = (name: string, until?: Promise<void>) =>
      db.transaction(async (tx) => {
        await tx.updateTable('library').set({ name }).where('id', '=', library.id).execute()
        await until
      })
    const held = Promise.withResolvers<void>()
    const writes = [rename('first', held.promise), ...Array.from({ length: 12 }, (_, n) => rename(`then ${n}`))]
    const read = db.query.selectFrom('library').select('name').executeTakeFirst()
    expect((await read)?.name).toBe(library.name)
    held.resolve()
    await Promise.all(writes)
    expect((await db.query.selectFrom('library').select('name').executeTakeFirst())?.name).toMatch(/^then/)
  })
})
