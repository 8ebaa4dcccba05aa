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
     for (;;) { appendFileSync('full', 'x'.repeat(1e6)); await new Promise(setImmediate) }`,
    'degraded',
    /data folder is larger than 20 MiB/,
  ],
  [
    'creates files without end',
    `const { writeFileSync } = await import('node:fs')
     for (let n = 0; ; n++) { writeFileSync('empty' + n, ''); await new Promise(setImmediate) }`,
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
    /was ended by SIG|ended with code/,
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

/** What a plugin does to its own process is the same whatever the database: there, only what the database hears of. */
const onPostgres = /never answers|batch|storage|data folder|signal/

describe.each(['sqlite', 'postgres'] as const)('a plugin on %s that', (kind) => {
  let server: TestServer
  let seriesId: string
  const request = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    server.request(method, path, { as: server.admin, ...(body && { body }) })
  const read = async (path: string) => (await request('GET', path)).json
  const healthOf = async (id: string) => (await read(`admin/plugins/${id}/health`)).health

  beforeAll(async () => {
    server = await openTestServer(kind, { 'Saga/Saga 01.cbz': makeComic(1) }, (config) => {
      config.plugins.heap_megabytes = 64
      config.plugins.data_megabytes = 20
    })
    await server.scan()
    seriesId = (await read('series')).data[0].id
  }, 240_000)
  afterAll(() => server.close())

  /** An enabled plugin that writes its process id to its log. */
  async function start(what: string, code: string, requestTimeoutSeconds = 60): Promise<string> {
    const name = what.replace(/[^a-z]+/g, '-')
    const path = makePluginFolder({
      name,
      capabilities: { metadataProvider: ['series'] },
      handle: `if (method === 'initialize') { console.error('pid ' + process.pid); return manifest }
        const late = { results: [{ externalId: '1', title: 'Saga' }] }
        if (method === 'metadata/series/search') { ${code} }
        return undefined`,
    })
    const { plugin } = (await request('POST', 'admin/plugins/install', { path })).json
    await request('PATCH', `admin/plugins/${plugin.id}`, { requestTimeoutSeconds })
    expect((await request('POST', `admin/plugins/${plugin.id}/enable`)).json.healthCheckPassed).toBe(true)
    return plugin.id
  }

  const pidsOf = async (id: string): Promise<number[]> =>
    (await read(`admin/plugins/${id}/logs`)).lines.flatMap(({ message }: { message: string }) =>
      message.startsWith('pid ') ? [Number(message.slice(4))] : [],
    )

  const isRunning = (pid: number): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  it.each(misdeeds.filter(([what]) => kind === 'sqlite' || onPostgres.test(what)))(
    '%s has a clear state, changes nothing and leaves nothing running',
    async (what, code, health, reason) => {
      const before = (await request('GET', `series/${seriesId}/metadata`)).text
      // Only where the timeout itself is tried: on a busy machine, other misdeeds take longer than a second.
      const isTimeout = /respond/.test(reason.source)
      const id = await start(what, code, isTimeout ? 1 : 60)
      const pids = await pidsOf(id)
      expect(pids).toHaveLength(1)
      let isSearching = true
      const searching = request('POST', `series/${seriesId}/metadata/search`, { pluginId: id }).finally(() => {
        isSearching = false
      })
      expect((await request('GET', 'libraries')).status).toBe(200)
      if (isTimeout) expect(isSearching).toBe(true)
      expect((await searching).status).toBeGreaterThanOrEqual(400)
      const state = { healthStatus: health, disabledReason: expect.stringMatching(reason) }
      await expect.poll(() => healthOf(id), { timeout: 60_000 }).toMatchObject(state)
      const messages = async () =>
        (await read(`admin/plugins/${id}/failures`)).failures.map((one: { errorMessage: string }) => one.errorMessage)
      await expect.poll(messages, { timeout: 60_000 }).toContainEqual(expect.stringMatching(reason))
      expect((await request('GET', `series/${seriesId}/metadata`)).text).toBe(before)
      expect((await request('DELETE', `admin/plugins/${id}`)).status).toBe(204)
      await expect.poll(() => pids.some(isRunning), { timeout: 60_000 }).toBe(false)
    },
  )

  it('has stored too much is started again once its files are deleted', async () => {
    const code = `(await import('node:fs')).writeFileSync('full', 'x'.repeat(21e6)); setInterval(() => {}, 1000)`
    const id = await start('hoards', code)
    const search = () => request('POST', `series/${seriesId}/metadata/search`, { pluginId: id })
    const full =
      'The plugin’s data folder is larger than 20 MiB. Delete its files, or raise plugins.data_megabytes in the configuration.'
    expect((await search()).json.message).toBe(full)
    await expect
      .poll(async () => (await search()).json.message, { timeout: 60_000 })
      .toBe(`The plugin couldn’t be started: ${full}`)
    await expect
      .poll(() => healthOf(id), { timeout: 60_000 })
      .toMatchObject({ healthStatus: 'unhealthy', disabledReason: full, isRunning: false })
    expect((await request('POST', `admin/plugins/${id}/test`)).json.message).toContain(full)
    expect((await read('admin/plugin-storage/hoards')).bytes).toBe(21e6)
    expect((await request('DELETE', 'admin/plugin-storage/hoards')).json).toEqual({
      filesDeleted: 1,
      bytesFreed: 21e6,
      failures: 0,
    })
    expect(await healthOf(id)).toMatchObject({ healthStatus: 'unknown', disabledReason: null })
    expect((await request('POST', `admin/plugins/${id}/test`)).json.success).toBe(true)
  })

  it('ignores the request to shut down is ended', async () => {
    const id = await start('stays', `process.exit = () => {}; setInterval(() => {}, 1000); return late`)
    expect((await request('POST', `series/${seriesId}/metadata/search`, { pluginId: id })).json.results).toHaveLength(1)
    const pids = await pidsOf(id)
    expect(pids.every(isRunning)).toBe(true)
    expect((await request('POST', `admin/plugins/${id}/disable`)).status).toBe(200)
    await expect.poll(() => pids.some(isRunning), { timeout: 60_000 }).toBe(false)
    expect((await healthOf(id)).healthStatus).toBe('disabled')
  })

  it('answers after its task was cancelled changes nothing', async () => {
    const id = await start(
      'hesitates',
      `console.error('asked'); await new Promise((resolve) => setTimeout(resolve, 1500)); return late`,
    )
    const before = (await request('GET', `series/${seriesId}/metadata`)).text
    const body = { pluginId: id, seriesIds: [seriesId] }
    const [taskId] = (await request('POST', 'series/metadata/auto-match/task/bulk', body)).json.taskIds
    const lines = async () =>
      (await read(`admin/plugins/${id}/logs`)).lines.map((one: { message: string }) => one.message)
    await expect.poll(lines, { timeout: 60_000 }).toContain('asked')
    expect((await request('POST', `tasks/${taskId}/cancel`)).status).toBe(200)
    await server.waitForIdle()
    expect((await read(`tasks/${taskId}`)).status).toBe('cancelled')
    expect((await request('GET', `series/${seriesId}/metadata`)).text).toBe(before)
    expect((await read(`series/${seriesId}/external-ids`)).externalIds).toEqual([])
  })
})
