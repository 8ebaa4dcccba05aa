import { expect, it, onTestFinished } from 'vitest'
import { databaseKinds } from '../../../test/databases.ts'
import { openTestServer } from '../../../test/server.ts'
import { addKoboDevice } from '../../store/kobo/devices.ts'

it.each(databaseKinds())('“Force Kobo sync” sends everything again to the user’s own devices, on %s', async (kind) => {
  const server = await openTestServer(kind, {}, (config) => {
    config.compat_api.enabled = true
  })
  onTestFinished(() => server.close())
  const [ann, bob] = [await server.addUser('ann'), await server.addUser('bob')]
  const users = await server.db.query.selectFrom('user').select(['id', 'username']).execute()
  for (const { id, username } of users) {
    await server.db.transaction(async (tx) => {
      const device = await addKoboDevice(tx, { user_id: id, name: 'Kobo', token_hash: username, scope: '{}' })
      await tx
        .insertInto('kobo_book')
        .values({ device_id: device.id, book_id: 1, uid: new Uint8Array(16) })
        .execute()
    })
  }
  const left = async () => {
    const rows = await server.db.query
      .selectFrom('kobo_book as b')
      .innerJoin('kobo_device as d', 'd.id', 'b.device_id')
      .select('d.token_hash')
      .orderBy('d.token_hash')
      .execute()
    return rows.map((row) => row.token_hash)
  }
  const reset = (as: string | undefined, query = '') =>
    server.request('DELETE', `/komga/api/v1/syncpoints/me${query}`, { ...(as && { as }) })
  expect((await reset(undefined)).status).toBe(401)
  expect((await reset(ann.as)).status).toBe(204)
  expect(await left()).toEqual(['bob', 'root'])
  expect((await reset(bob.as, '?key_id=KEY0000000001&key_id=KEY0000000002')).status).toBe(204)
  expect(await left()).toEqual(['root'])
})
