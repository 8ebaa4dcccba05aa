import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import type { Config } from '../../config/settings.ts'
import { openAccessServer, password } from './mount-account-routes.fixture.ts'

onBothDatabases((_open, kind) => {
  const openFresh = async (mode: string, change?: (config: Config) => void) => {
    const server = await openAccessServer(kind, {
      change: (config) => {
        config.auth.setup_token = mode
        change?.(config)
      },
    })
    const status = async (from: string, headers = {}) =>
      (await server.request('GET', 'setup/status', { from, headers })).body.setupTokenRequired
    const make = (setupToken: string | undefined, from: string, headers = {}) =>
      server.request('POST', 'setup/initialize', { body: { username: 'root', password, setupToken }, from, headers })
    return { ...server, status, make, token: server.authenticator.setupToken.printed }
  }
  const here = '127.0.0.1'
  const elsewhere = '192.168.1.9'

  it('the first account needs the setup token, unless the request comes from the machine itself', async () => {
    const server = await openFresh('auto')
    expect(await server.status(elsewhere)).toBe(true)
    expect(await server.status(here)).toBe(false)
    for (const wrong of [undefined, '', 'abcd-abcd-abcd-abcd']) {
      const { status, body } = await server.make(wrong, elsewhere)
      expect([status, body.error, body.details.field]).toEqual([403, 'permission_denied', 'setupToken'])
      expect(body.message).toMatch(/prints it when it starts/)
    }
    const token = server.token!
    expect(token).toMatch(/^(\w{4}-){3}\w{4}$/)
    // Another process on the same database has the same one.
    expect((await server.openAnother()).authenticator.setupToken.printed).toBe(token)
    expect((await server.make(` ${token.toUpperCase().replaceAll('-', ' ')} `, elsewhere)).status).toBe(201)
    expect(await server.status(elsewhere)).toBe(false)
    expect((await server.make(token, elsewhere)).status).toBe(409)
  })

  it('a request through a local proxy, or by another host name, counts as remote', async () => {
    const server = await openFresh('auto')
    for (const headers of [
      ...[{ 'x-forwarded-for': here }, { forwarded: 'for=127.0.0.1' }, { 'x-forwarded-scheme': 'https' }],
      ...[{ 'cf-connecting-ip': here }, { 'true-client-ip': here }, { 'x-client-ip': here }, { 'cdn-loop': 'x' }],
      ...[{ host: 'evil.example' }, { origin: 'https://books.example' }, { origin: 'null' }],
    ]) {
      expect(await server.status(here, headers)).toBe(true)
      expect((await server.make(undefined, here, headers)).status).toBe(403)
    }
    expect((await server.make(undefined, here)).status).toBe(201)
  })

  it('is required of everyone, of no one, or is the configured text', async () => {
    const always = await openFresh('on')
    expect((await always.make(undefined, here)).status).toBe(403)
    expect((await always.make(always.token, here)).status).toBe(201)
    const never = await openFresh('off')
    expect([never.token, (await never.make(undefined, elsewhere)).status]).toEqual([undefined, 201])
    const own = await openFresh('Correct horse')
    expect([own.token, (await own.make('correct horse', here)).status]).toEqual([undefined, 403])
    expect((await own.make('Correct horse', here)).status).toBe(201)
  })

  it('is printed where others can reach the server', async () => {
    const onHost = async (host: string) =>
      (await openFresh('auto', (config) => void Object.assign(config.server, { host }))).token
    expect(await onHost('127.0.0.1')).toBeUndefined()
    expect(await onHost('0.0.0.0')).toBeDefined()
  })
})
