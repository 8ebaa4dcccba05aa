import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, password, type TestServer } from './server.ts'

const atOnce = 12

/** Whether a name is free is looked up before it is taken: all these requests find it free. */
describe.each(['sqlite', 'postgres'] as const)('a name that many requests take at once on %s', (kind) => {
  let server: TestServer
  let elsewhere: string
  beforeAll(async () => {
    server = await openTestServer(kind)
    elsewhere = join(server.library, '..', 'elsewhere')
    mkdirSync(elsewhere)
  }, 240_000)
  afterAll(() => server.close())

  const send = (method: 'POST' | 'PATCH', path: string, body: object) =>
    server.request(method, path, { as: server.admin, body })
  const statusesOf = async (ask: (index: number) => ReturnType<typeof send>) => {
    const answers = await Promise.all(Array.from({ length: atOnce }, (_, index) => ask(index)))
    return answers.map(({ status }) => status).sort()
  }
  const once = (status: number) => [status, ...new Array<number>(atOnce - 1).fill(409)]

  it.each<[path: string, bodyOf: (index: number) => object]>([
    ['users', () => ({ username: 'ann', password })],
    ['users', (index) => ({ username: `ben${index}`, email: 'ben@example.org', password })],
    ['admin/sharing-tags', (index) => ({ name: index % 2 ? 'Family' : 'family' })],
    ['libraries', () => ({ name: 'Elsewhere', path: elsewhere })],
    ['admin/plugins', () => ({ name: 'finder', displayName: 'Finder', command: 'node', args: ['/opt/finder.js'] })],
  ])('goes to one of them: %s', async (path, bodyOf) => {
    expect(await statusesOf((index) => send('POST', path, bodyOf(index)))).toEqual(once(201))
  })

  it.each([
    ['admin/sharing-tags', (name: string) => ({ name })],
    ['users', (username: string) => ({ username, password })],
  ] as const)('goes to one of them when they are renamed: %s', async (path, bodyOf) => {
    const ids: string[] = []
    for (let n = 0; n < atOnce; n++) ids.push((await send('POST', path, bodyOf(`number ${n}`))).json.id)
    const rename = (index: number) => {
      const { password: _, ...change } = { password, ...bodyOf('renamed') }
      return send('PATCH', `${path}/${ids[index]}`, change)
    }
    expect(await statusesOf(rename)).toEqual(once(200))
  })

  it.each(['collections', 'readlists'])('is free for all where names needn’t differ: %s', async (path) => {
    expect(await statusesOf(() => send('POST', path, { name: 'same' }))).toEqual(new Array<number>(atOnce).fill(201))
  })
})
