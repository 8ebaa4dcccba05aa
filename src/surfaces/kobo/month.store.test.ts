import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { requeueBrokenOffPage } from '../../store/kobo/sent-pages.ts'
import { type Send, SimulatedKobo } from './device.fixture.ts'
import { koboFile, simulateMonthOfSyncs } from './month-of-syncs.fixture.ts'

const BOOKS = 120

// Five thousand books and real connections: `npm run faults -- kobo-month --books 5000`.
describe.each(['sqlite', 'postgres'] as const)('two Kobos on %s', (kind) => {
  let app: TestServer
  let libraryId: string
  const send: Send = (method, path, { body, headers }) => app.request(method, path, { body, headers })
  beforeAll(async () => {
    app = await openTestServer(kind, Object.fromEntries(Array.from({ length: BOOKS }, (_, n) => koboFile(n))))
    libraryId = await app.scan()
  }, 300_000)
  afterAll(() => app.close())

  it('keep what they have when the connection breaks under an empty answer', async () => {
    const { device, path } = await addDevice()
    await device.sync()
    await breakOff(path, { 'x-kobo-synctoken': device.token! })
    expect(await device.sync()).toEqual([])
  })

  it('get a page again when the connection breaks under it, unless they have it', async () => {
    const { device, path, row } = await addDevice()
    await breakOff(path, {})
    await device.sync()
    expect(device.books.size).toBe(BOOKS)
    expect(Math.max(...device.entitlements.values())).toBe(1)
    // Recorded late: the device has already sent the token of that page.
    expect(await device.sync()).toEqual([])
    const { id, page } = await row()
    await app.db.transaction((tx) => requeueBrokenOffPage(tx, id, page))
    expect(await device.sync()).toEqual([])
  })

  async function addDevice() {
    const body = { name: 'Libra', scope: { everything: true } }
    const { json } = await app.request('POST', 'user/kobo-devices', { as: app.admin, body })
    const row = () =>
      app.db.query.selectFrom('kobo_device').select(['id', 'page']).orderBy('id', 'desc').executeTakeFirstOrThrow()
    return { device: new SimulatedKobo(send, json.url), path: `${new URL(json.url).pathname}/v1/library/sync`, row }
  }

  /** Requests a page over a real connection, which ends when the server has decided on its content. */
  async function breakOff(path: string, headers: Record<string, string>): Promise<void> {
    const { server } = app.lectern.app
    if (!server.listening) await app.lectern.app.listen({ host: '127.0.0.1', port: 0 })
    const asked = request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, path, headers })
    asked.on('error', () => {})
    const connections = () => new Promise((give) => server.getConnections((_, count) => give(count)))
    const { transaction } = app.db
    const isBroken = new Promise<void>((resolve) => {
      app.db.transaction = async (work) => {
        const outcome = await transaction(work)
        if (!isSyncPage(outcome)) return outcome
        app.db.transaction = transaction
        asked.destroy()
        while ((await connections()) !== 0) await new Promise((next) => setTimeout(next, 5))
        setTimeout(resolve, 0)
        return outcome
      }
    })
    asked.end()
    await isBroken
  }
  const isSyncPage = (outcome: unknown) => typeof outcome === 'object' && outcome !== null && 'hasMore' in outcome

  it('stay in step through lost answers and a month of changes', async () => {
    await simulateMonthOfSyncs(
      {
        library: app.library,
        async request(method, path, body) {
          const { status, json, text } = await app.request(method, path, { as: app.admin, body })
          if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
          return json
        },
        async scan() {
          await app.request('POST', `libraries/${libraryId}/scan`, { as: app.admin })
          await app.waitForIdle()
        },
        send,
        ...(process.env.TEST_SAY && { say: console.log }),
      },
      BOOKS,
    )
  }, 300_000)
})
