import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FakeStore, openFakeStore, STORE_BEARER, sendJson } from './fake-store.fixture.ts'

let app: FakeStore['app']
let store: FakeStore['store']
let reset: () => void
let close: () => Promise<void>
beforeAll(async () => {
  ;({ app, store, reset, close } = await openFakeStore())
}, 300_000)
afterAll(() => close())
beforeEach(() => reset())

const devices: string[] = []
afterAll(async () => {
  for (const id of devices) await app.request('DELETE', `user/kobo-devices/${id}`, { as: app.admin })
})
/** A new device, and what it receives: our items as "own", the store's by their number. */
async function addDevice() {
  const body = { name: 'Clara', scope: { everything: true } }
  const { json } = await app.request('POST', 'user/kobo-devices', { as: app.admin, body })
  devices.push(json.id)
  const at = `${new URL(json.url).pathname}/v1/library/sync?Filter=ALL`
  return async (token: string) => {
    const headers = { authorization: `${STORE_BEARER}-${json.id}`, 'x-kobo-synctoken': token }
    const answered = await app.request('GET', at, { headers })
    const told = (answered.json as { NewEntitlement?: unknown }[]).map(({ NewEntitlement }) =>
      typeof NewEntitlement === 'number' ? NewEntitlement : 'own',
    )
    return {
      told,
      token: String(answered.headers['x-kobo-synctoken']),
      hasMore: answered.headers['x-kobo-sync'] === 'continue',
    }
  }
}
/** After \`store.n\` comes the book n+1, up to the last. */
function sell(last: number) {
  store.answer = ({ headers }, response) => {
    const n = Number(/^store\.(\d+)$/.exec(String(headers['x-kobo-synctoken']))![1])
    const items = n < last ? [{ NewEntitlement: n + 1 }] : []
    const next = `store.${Math.min(n + 1, last)}`
    sendJson(response, 200, items, { 'x-kobo-synctoken': next, ...(n + 1 < last && { 'x-kobo-sync': 'continue' }) })
  }
}

it('skips no page if a device repeats its request with the newest token', async () => {
  const sync = await addDevice()
  sell(3)
  const first = await sync('store.0')
  expect([first.told, first.hasMore]).toEqual([['own', 1], true])
  const second = await sync(first.token)
  expect(second.told).toEqual([2])
  const again = await sync(first.token)
  expect(again.told).toEqual([2])
  // Lost once more, and then the store fails for a moment.
  store.answer = (_, response) => sendJson(response, 500, {})
  const without = await sync(first.token)
  expect(without.told).toEqual([])
  sell(3)
  const found = await sync(without.token)
  expect(found.told).toEqual([2])
  const last = await sync(found.token)
  expect([last.told, last.hasMore]).toEqual([[3], false])
  expect((await sync(last.token)).told).toEqual([])
})

it('tells its own page again where the first answer did not arrive', async () => {
  const sync = await addDevice()
  sell(2)
  await sync('store.0')
  const again = await sync('store.0')
  expect(again.told).toEqual([1])
  // Only now it shows that it follows tokens, and that the first response is missing.
  const rest = await sync(again.token)
  expect(rest.told).toEqual(['own', 2])
  expect((await sync(rest.token)).told).toEqual([])
})

it('comes to an end with a device that shows its first token with every page', async () => {
  const sync = await addDevice()
  sell(3)
  const told = []
  let token = ''
  for (let hasMore = true; hasMore; ) {
    const page = await sync('store.0')
    told.push(page.told)
    token = page.token
    hasMore = page.hasMore
  }
  // One page twice, since it might have been lost. From now on the habit is known.
  expect(told).toEqual([['own', 1], [1], [2], [3]])
  sell(5)
  expect((await sync(token)).told).toEqual([4])
  expect((await sync(token)).told).toEqual([5])
  const last = await sync(token)
  expect(last.told, 'the last answer did not arrive').toEqual([5])
  expect((await sync(last.token)).told).toEqual([])
})
