import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTestDatabase } from '../../../test/databases.ts'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { defaultConfig } from '../../config/load-config.ts'
import { openPostgresBus } from '../../events/postgres-bus.ts'
import { type Db, openDatabase } from '../../store/open.ts'
import { findPlugin } from '../../store/plugin/read.ts'
import { insertPlugin } from '../../store/plugin/write.ts'
import { answerPluginCalls } from '../bus-calls/answer-calls.ts'
import type { CallPatience } from '../bus-calls/call-messages.ts'
import { openPluginBus, type PluginBus } from '../bus-calls/plugin-bus.ts'
import { defaultPluginFields } from '../plugin-fields-to-store.ts'
import { onPollProgress } from '../releases/poll-progress.ts'
import { openSecretBox } from '../secrets.ts'
import { PluginHost } from './plugin-host.ts'

/** Two servers over one PostgreSQL, each of which could run the plugin. */
const closing: (() => unknown)[] = []
const hosts: PluginHost[] = []
const errors: unknown[] = []
let client: PluginBus
let other: PluginBus
let db: Db
let pluginId: number
let insert: (name: string, packageDir: string) => Promise<unknown>

beforeAll(async () => {
  const database = await makeTestDatabase('postgres')
  const folder = makePluginFolder({
    name: 'counted',
    handle: `if (method === 'initialize') return manifest
      if (method === 'who') return { pid: process.pid }
      if (method === 'metadata/slow') return new Promise((resolve) => setTimeout(() => resolve({}), 1300))`,
  })
  for (let n = 0; n < 2; n++) {
    db = await openDatabase(database.options)
    const mine = db
    const bus = openPostgresBus(database.options.url!, (error) => errors.push(error))
    const config = { ...defaultConfig(), data_dir: database.options.dataDir }
    const host: PluginHost = new PluginHost({
      db: mine,
      events: { emit() {} },
      config,
      secrets: openSecretBox({ ...config, plugins: { ...config.plugins, secret_key: 'shared' } }),
      isOnlyHost: false,
      onError: (error) => errors.push(error),
      onTaken: (id) => answering.announceTaken(id),
      sendProgress: (...progress) => answering.sendProgress(...progress),
      leaseMs: 3000,
    })
    const answering = answerPluginCalls({
      db: mine,
      host: () => host,
      sendAnswer: (text) => link.sendAnswer(text),
      onError: (error) => errors.push(error),
    })
    const link = openPluginBus({ db: mine, bus, onCall: answering.receive, onError: (error) => errors.push(error) })
    hosts.push(host)
    client ??= link
    other = link
    closing.unshift(
      () => host.close(),
      () => link.close(),
    )
    closing.push(
      () => bus.close(),
      () => mine.close(),
    )
  }
  const fields = {
    ...defaultPluginFields(),
    displayName: 'Counted',
    command: 'node',
    origin: { kind: 'command' as const },
  }
  insert = (name, packageDir) =>
    db.transaction((tx) =>
      insertPlugin(tx, name, { ...fields, packageDir, args: ['dist/index.js'], isEnabled: true }, Date.now()),
    )
  await insert('counted', folder)
  pluginId = (await findPlugin(db, { name: 'counted' }))!.id
  for (const host of hosts) await host.start()
  closing.push(() => database.drop())
}, 240_000)
afterAll(async () => {
  for (const close of closing) await close()
})

it('runs a plugin on one of two servers, and on the other when the first is gone', async () => {
  const [first, second] = hosts as [PluginHost, PluginHost]
  const plugin = (await first.find(pluginId))!
  expect(plugin).toBeDefined()
  expect(await second.find(pluginId)).toBeUndefined()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => client.call(pluginId, 'who', undefined, 120_000) as Promise<{ pid: number }>),
  )
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1)
  expect(first.status(plugin).pid).toBe(answers[0]!.pid)
  expect(second.status(plugin).isRunning).toBe(false)

  // As if the lease of the first host had expired.
  await expect
    .poll(
      async () => {
        await db.transaction((tx) => tx.updateTable('plugin').set({ owner_until: 0 }).execute())
        return second.find(pluginId)
      },
      { timeout: 60_000 },
    )
    .toBeDefined()
  expect(await first.find(pluginId)).toBeUndefined()
  const after = (await client.call(pluginId, 'who', undefined, 120_000)) as { pid: number }
  expect(after.pid).not.toBe(answers[0]!.pid)
  expect(second.status(plugin).pid).toBe(after.pid)
  // The first host stops its process on its own: two processes of one plugin never coexist for long.
  await expect.poll(() => first.status(plugin).isRunning, { timeout: 60_000 }).toBe(false)

  await second.close()
  expect(await first.find(pluginId)).toBeDefined()
  expect(errors).toEqual([])
})

it('starts a call’s timeout when it is sent, and lets background calls wait for their turn', async () => {
  const [first] = hosts as [PluginHost, PluginHost]
  await client.call(pluginId, 'who', undefined, 120_000)
  await db.transaction((tx) => tx.updateTable('plugin').set({ rate_limit: 10, generation: 1000 }).execute())
  const plugin = (await first.find(pluginId))!
  // The plugin restarts with the new limit here, so that this doesn't count towards the calls below.
  await client.call(pluginId, 'who', undefined, 120_000)
  const call = (patience?: CallPatience) => client.call(pluginId, 'metadata/slow', {}, 2000, patience)
  const cancel = new AbortController()
  const patient = [call({ waitMs: 60_000 }), call({ waitMs: 60_000 })]
  await expect.poll(() => first.status(plugin).waiting, { timeout: 60_000 }).toBe(1)
  const cancelled = call({ waitMs: 60_000, signal: cancel.signal })
  await expect.poll(() => first.status(plugin).waiting, { timeout: 60_000 }).toBe(2)
  cancel.abort()
  await expect(cancelled).rejects.toMatchObject({ code: 'BUSY' })
  await expect(call()).rejects.toMatchObject({ code: 'BUSY' })
  expect(await Promise.all(patient)).toEqual([{}, {}])
}, 240_000)

it('reports progress to the server that asked for the poll, and none without a poll', async () => {
  const folder = makePluginFolder({
    name: 'polled',
    capabilities: { releaseSource: { kinds: ['rss-series'] } },
    handle: `if (method === 'initialize') return manifest
      const report = (current) => request('releases/report_progress', { current, total: 3, message: 'Saga' })
      return { emitted: [await report(1), await report(3)].map((one) => one.emitted) }`,
  })
  await insert('polled', folder)
  const { id } = (await findPlugin(db, { name: 'polled' }))!
  const [first] = hosts as [PluginHost, PluginHost]
  expect(await first.find(id)).toBeDefined()
  // Both servers of this test are one process, so each report arrives twice.
  const reported = new Set<string>()
  const stop = onPollProgress(id, (...progress) => reported.add(progress.join(' ')))
  const poll = { params: { sourceId: 'x' }, isForAll: true }
  expect(await other.call(id, 'host/poll', poll, 120_000)).toEqual({ emitted: [true, true] })
  await expect.poll(() => [...reported], { timeout: 60_000 }).toEqual(['1 3 Saga', '3 3 Saga'])
  expect(await other.call(id, 'anything', {}, 120_000)).toEqual({ emitted: [false, false] })
  stop()
  expect(errors).toEqual([])
}, 240_000)
