import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { findPlugin } from '../../store/plugin/read.ts'
import { insertPlugin } from '../../store/plugin/write.ts'
import { insertUser } from '../../store/user/write.ts'
import { findUserPlugin } from '../../store/user-plugin/read.ts'
import { changeUserPlugin, enableUserPlugin } from '../../store/user-plugin/write.ts'
import { defaultPluginFields } from '../plugin-fields-to-store.ts'
import { readFreshSecrets, storeTokens } from './oauth-tokens.ts'

type TokenAnswer = [status: number, body: object]

const renewed: TokenAnswer = [200, { access_token: 'renewed', refresh_token: 'next', expires_in: 3600 }]
const refused: TokenAnswer = [400, { error: 'invalid_grant' }]
/** Any reversible text will do here. */
const secrets = {
  seal: (some: object) => `${Math.random()}|${JSON.stringify(some)}`,
  open: (sealed: string | null) => (sealed === null ? {} : JSON.parse(sealed.slice(sealed.indexOf('|') + 1))),
}

/** A service that answers a refresh when the test says so. */
async function openSlowService() {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<TokenAnswer>()
  const server = createServer(async (_, response) => {
    asked.resolve()
    const [status, body] = await answer.promise
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, asked: asked.promise, answer: answer.resolve }
}

onBothDatabases((open) => {
  async function connect() {
    const { db } = await open()
    const service = await openSlowService()
    const manifest = {
      name: 'any',
      displayName: 'Any',
      version: '1.0.0',
      protocolVersion: '1.0',
      capabilities: { userReadSync: true },
      oauth: { authorizationUrl: `${service.url}/authorize`, tokenUrl: `${service.url}/token`, clientId: 'lectern' },
    }
    const origin = { kind: 'command' as const }
    const fields = { ...defaultPluginFields(), displayName: 'Any', command: 'node', origin, manifest, isEnabled: true }
    await db.transaction((tx) => insertPlugin(tx, 'any', fields, 0))
    const plugin = (await findPlugin(db, { name: 'any' }))!
    await db.transaction(async (tx) => {
      const user = await insertUser(tx, { username: 'ann', role: 'reader' }, 0)
      await enableUserPlugin(tx, plugin.id, user.id, 0)
    })
    const { id } = await db.query.selectFrom('user_plugin').select('id').executeTakeFirstOrThrow()
    const deps = { db, secrets }
    await storeTokens(deps, id, { accessToken: 'expired', refreshToken: 'first', expiresAt: 1000 })
    const mine = (await findUserPlugin(db, { id }))!
    const reconnect = () =>
      storeTokens(deps, id, { accessToken: 'other account', refreshToken: 'theirs', expiresAt: null })
    const disconnect = () => db.transaction((tx) => changeUserPlugin(tx, id, { secrets: null, token_expires_at: null }))
    const stored = async () => secrets.open((await findUserPlugin(db, { id }))!.secrets)
    return { service, reconnect, disconnect, stored, refresh: () => readFreshSecrets(deps, plugin, mine) }
  }

  it('does not connect again who disconnects while a token is renewed', async () => {
    const { service, disconnect, stored, refresh } = await connect()
    const refreshing = refresh()
    await service.asked
    await disconnect()
    service.answer(renewed)
    expect(await refreshing).toEqual({})
    expect(await stored()).toEqual({})
  })

  it.each([
    ['renewed', renewed],
    ['refused', refused],
  ])('keeps the tokens of a new connection if the old one’s are %s meanwhile', async (_, answer) => {
    const { service, reconnect, stored, refresh } = await connect()
    const refreshing = refresh()
    await service.asked
    await reconnect()
    service.answer(answer)
    expect(await refreshing).toMatchObject({ accessToken: 'other account' })
    expect(await stored()).toMatchObject({ accessToken: 'other account' })
  })

  it('does not wait longer for a renewal that has failed elsewhere', async () => {
    const { service, refresh, stored } = await connect()
    const first = refresh().catch((error: Error) => error.message)
    await service.asked
    const second = refresh()
    service.answer([503, {}])
    expect(await first).toContain('isn’t responding')
    const began = Date.now()
    expect(await second).toMatchObject({ accessToken: 'expired' })
    expect(Date.now() - began).toBeLessThan(20_000)
    expect(await stored()).toMatchObject({ accessToken: 'expired' })
  })
})
