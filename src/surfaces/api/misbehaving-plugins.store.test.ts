import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

/** Runs while the plugin is asked to search; `late` is what it would have found. */
const misdeeds: [what: string, code: string, health: string, reason: RegExp][] = [
  ['never answers', `return undefined`, 'degraded', /didn’t respond within 1 s \(metadata\/series\/search\)/],
  [
    'answers after the timeout',
    `await new Promise((resolve) => setTimeout(resolve, 2000)); return late`,
    'degraded',
    /didn’t respond within 1 s/,
  ],
  ['answers a call that nobody made', `send({ id: 9999, result: late })`, 'degraded', /didn’t respond within 1 s/],
  [
    'answers in a batch',
    `process.stdout.write(JSON.stringify([{ jsonrpc: '2.0', id, result: late }]) + '\\n')`,
    'degraded',
    /didn’t respond within 1 s/,
  ],
  [
    'sends notifications without end',
    `for (;;) { send({ method: 'note' }); await new Promise(setImmediate) }`,
    'degraded',
    /lines within ten seconds that answer nothing/,
  ],
  [
    'reads its storage without end',
    `for (;;) await request('storage/get', { key: 'k' })`,
    'degraded',
    /didn’t respond within 1 s/,
  ],
  [
    'fills its storage',
    `for (let n = 0; ; n++) await request('storage/set', { key: 'k' + n, data: n })`,
    'degraded',
    /there is room for 100 keys only/,
  ],
  [
    'fills its data folder',
    `const { appendFileSync } = await import('node:fs')
     for (;;) { appendFileSync('full', 'x'.repeat(1e6)); await moment() }`,
    'degraded',
    /data folder is larger than 20 MiB/,
  ],
  [
    'closes its output but stays',
    `setInterval(() => {}, 1000); (await import('node:fs')).closeSync(1)`,
    'degraded',
    /closed its output/,
  ],
  ['is ended by a signal', `process.abort()`, 'degraded', /was ended by SIG/],
  [
    'needs more memory than there is',
    `for (const all = []; ; ) all.push(new Array(1e6).fill(all.length))`,
    'degraded',
    /needed more memory than plugins\.heap_megabytes allows/,
  ],
  [
    'writes to stderr without end',
    `const more = () => process.stderr.write('x'.repeat(1e5) + '\\n', more); more()`,
    'degraded',
    /MiB within ten seconds/,
  ],
  [
    'blocks its own process',
    `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`,
    'degraded',
    /stopped responding/,
  ],
]

/**
 * One plugin that does what it is asked to search for, and writes its process id to its log. `moment` is short enough to
 * exceed every limit, and long enough to leave the processor and the disk to other tests.
 */
const misbehaving = `
if (method === 'initialize') { console.error('pid ' + process.pid); return manifest }
if (method !== 'metadata/series/search') return undefined
const late = { results: [{ externalId: '1', title: 'Saga' }] }
const moment = () => new Promise((resolve) => setTimeout(resolve, 10))
switch (params.query) {
${misdeeds.map(([what, code]) => `case '${what}': { ${code}; return undefined }`).join('\n')}
case 'hoards': { (await import('node:fs')).writeFileSync('full', 'x'.repeat(21e6)); setInterval(() => {}, 1000); return undefined }
case 'stays': { process.exit = () => {}; setInterval(() => {}, 1000); return late }
default: { console.error('asked'); await new Promise((resolve) => setTimeout(resolve, 1500)); return late }
}`

/** What a plugin does to its own process is the same whatever the database: there, only what the database hears of. */
const onPostgres = /fills its storage|signal/

describe.each(['sqlite', 'postgres'] as const)('a plugin on %s that', (kind) => {
  let server: TestServer
  let seriesId: string
  let id: string
  const request = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    server.request(method, path, { as: server.admin, ...(body && { body }) })
  const read = async (path: string) => (await request('GET', path)).json
  const post = async (action: string) => (await request('POST', `admin/plugins/${id}/${action}`)).json
  const search = (query: string) => request('POST', `series/${seriesId}/metadata/search`, { pluginId: id, query })
  const health = async () => (await read(`admin/plugins/${id}/health`)).health
  const failures = async (): Promise<string[]> =>
    (await read(`admin/plugins/${id}/failures`)).failures.map((one: { errorMessage: string }) => one.errorMessage)
  const lines = async (): Promise<string[]> =>
    (await read(`admin/plugins/${id}/logs`)).lines.map((one: { message: string }) => one.message)

  beforeAll(async () => {
    server = await openTestServer(kind, { 'Saga/Saga 01.cbz': makeComic(1) }, (config) => {
      config.plugins.heap_megabytes = 64
      config.plugins.data_megabytes = 20
    })
    await server.scan()
    seriesId = (await read('series')).data[0].id
    const path = makePluginFolder({
      name: 'misbehaving',
      capabilities: { metadataProvider: ['series'] },
      handle: misbehaving,
    })
    id = (await request('POST', 'admin/plugins/install', { path })).json.plugin.id
  }, 240_000)
  afterAll(() => server.close())

  /** Starts the plugin as if it had never failed, and returns its process. */
  async function start(requestTimeoutSeconds = 60): Promise<number> {
    await post('reset')
    await request('PATCH', `admin/plugins/${id}`, { requestTimeoutSeconds })
    expect((await post('enable')).healthCheckPassed).toBe(true)
    expect(await failures()).toEqual([])
    return Number((await lines()).findLast((line) => line.startsWith('pid '))!.slice(4))
  }

  async function expectStopped(pid: number): Promise<void> {
    await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false)
  }

  it.each(misdeeds.filter(([what]) => kind === 'sqlite' || onPostgres.test(what)))(
    '%s has a clear state, changes nothing and leaves nothing running',
    async (what, _, healthStatus, reason) => {
      const before = (await request('GET', `series/${seriesId}/metadata`)).text
      // Only where the timeout itself is tried: on a busy machine, other misdeeds take longer than a second.
      const isTimeout = /respond/.test(reason.source)
      const pid = await start(isTimeout ? 1 : 60)
      let isSearching = true
      const searching = search(what).finally(() => {
        isSearching = false
      })
      expect((await request('GET', 'libraries')).status).toBe(200)
      if (isTimeout) expect(isSearching).toBe(true)
      expect((await searching).status).toBeGreaterThanOrEqual(400)
      const state = { healthStatus, disabledReason: expect.stringMatching(reason) }
      await expect.poll(health, { timeout: 60_000 }).toMatchObject(state)
      await expect.poll(failures, { timeout: 60_000 }).toContainEqual(expect.stringMatching(reason))
      expect((await request('GET', `series/${seriesId}/metadata`)).text).toBe(before)
      await post('disable')
      await expectStopped(pid)
      await request('DELETE', 'admin/plugin-storage/misbehaving')
    },
  )

  it.runIf(kind === 'sqlite')('has stored too much is started again once its files are deleted', async () => {
    await start()
    const full =
      'The plugin’s data folder is larger than 20 MiB. Delete its files, or raise plugins.data_megabytes in the configuration.'
    expect((await search('hoards')).json.message).toBe(full)
    await expect
      .poll(async () => (await search('hoards')).json.message, { timeout: 60_000 })
      .toBe(`The plugin couldn’t be started: ${full}`)
    await expect
      .poll(health, { timeout: 60_000 })
      .toMatchObject({ healthStatus: 'unhealthy', disabledReason: full, isRunning: false })
    expect((await post('test')).message).toContain(full)
    expect((await read('admin/plugin-storage/misbehaving')).bytes).toBe(21e6)
    expect((await request('DELETE', 'admin/plugin-storage/misbehaving')).json).toEqual({
      filesDeleted: 1,
      bytesFreed: 21e6,
      failures: 0,
    })
    expect(await health()).toMatchObject({ healthStatus: 'unknown', disabledReason: null })
    expect((await post('test')).success).toBe(true)
    await post('disable')
  })

  it.runIf(kind === 'sqlite')('ignores the request to shut down is ended', async () => {
    const pid = await start()
    expect((await search('stays')).json.results).toHaveLength(1)
    expect(isRunning(pid)).toBe(true)
    await post('disable')
    await expectStopped(pid)
    expect((await health()).healthStatus).toBe('disabled')
  })

  it('answers after its task was cancelled changes nothing', async () => {
    await start()
    const before = (await request('GET', `series/${seriesId}/metadata`)).text
    const body = { pluginId: id, seriesIds: [seriesId] }
    const [taskId] = (await request('POST', 'series/metadata/auto-match/task/bulk', body)).json.taskIds
    await expect.poll(lines, { timeout: 60_000 }).toContain('asked')
    expect((await request('POST', `tasks/${taskId}/cancel`)).status).toBe(200)
    await server.waitForIdle()
    expect((await read(`tasks/${taskId}`)).status).toBe('cancelled')
    expect((await request('GET', `series/${seriesId}/metadata`)).text).toBe(before)
    expect((await read(`series/${seriesId}/external-ids`)).externalIds).toEqual([])
  })

  it('never answers leaves nothing running when it is removed', async () => {
    const pid = await start(1)
    expect((await search('never answers')).status).toBeGreaterThanOrEqual(400)
    expect((await request('DELETE', `admin/plugins/${id}`)).status).toBe(204)
    await expectStopped(pid)
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
