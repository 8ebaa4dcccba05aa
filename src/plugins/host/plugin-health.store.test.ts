import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeTestDatabase } from '../../../test/databases.ts'
import { makePluginFolder, type PluginSource } from '../../../test/fixtures/make-plugin.ts'
import { defaultConfig } from '../../config/load-config.ts'
import type { Config } from '../../config/settings.ts'
import { type Db, openDatabase } from '../../store/open.ts'
import { findPlugin, type PluginView } from '../../store/plugin/read.ts'
import { insertPlugin, recordPluginHealth } from '../../store/plugin/write.ts'
import { installPackage } from '../install/install-package.ts'
import { defaultPluginFields, fieldsOfInstalledPlugin } from '../plugin-fields-to-store.ts'
import { openSecretBox } from '../secrets.ts'
import { PluginHost, type PluginHostOptions } from './plugin-host.ts'

const releaseSource = { releaseSource: { kinds: ['rss-series'] } }

describe.each(['sqlite', 'postgres'] as const)('the health of a plugin on %s', (kind) => {
  const closing: (() => unknown)[] = []
  const errors: unknown[] = []
  const healths = new Map<string, Promise<PluginView | undefined>[]>()
  const registered: string[] = []
  let db: Db
  let config: Config
  let host: PluginHost

  function openHost(more: Partial<PluginHostOptions> = {}): PluginHost {
    const options: PluginHostOptions = {
      db,
      events: {
        emit(event) {
          if (event.type === 'release_sources_registered') registered.push(event.pluginId)
          if (event.type !== 'plugin_health_changed') return
          const uid = Buffer.from(event.pluginId.replaceAll('-', ''), 'hex')
          healths.set(event.pluginId, [...(healths.get(event.pluginId) ?? []), findPlugin(db, { uid })])
        },
      },
      config,
      secrets: openSecretBox(config),
      isOnlyHost: kind === 'sqlite',
      onError: (error) => errors.push(error),
      leaseMs: 1500,
      ...more,
    }
    const opened = new PluginHost(options)
    closing.unshift(() => opened.close())
    return opened
  }

  async function install(source: PluginSource): Promise<() => Promise<PluginView>> {
    const installed = await installPackage(config, { path: makePluginFolder(source) })
    const fields = { ...defaultPluginFields(), ...fieldsOfInstalledPlugin(installed), displayName: source.name }
    await db.transaction((tx) => insertPlugin(tx, source.name, { ...fields, isEnabled: true }, Date.now()))
    return async () => (await findPlugin(db, { name: source.name }))!
  }

  beforeAll(async () => {
    const database = await makeTestDatabase(kind)
    config = { ...defaultConfig(), data_dir: join(database.options.dataDir, 'data') }
    db = await openDatabase(database.options)
    closing.push(
      () => db.close(),
      () => database.drop(),
    )
    host = openHost({ idlePulseMs: 300, provenMs: 4000 })
    await host.start()
  }, 120_000)
  afterAll(async () => {
    for (const close of closing) await close()
    expect(errors).toEqual([])
  })

  // Most of their time is pauses.
  it.concurrent('stays degraded while the plugin keeps failing after each start', async () => {
    const handle = `if (method !== 'initialize') return {}
      const { data = 0 } = await request('storage/get', { key: 'starts' })
      await request('storage/set', { key: 'starts', data: data + 1 })
      if (data < 3) setTimeout(() => process.exit(7), 100)
      return manifest`
    const plugin = await install({ name: 'relapsing', handle, capabilities: releaseSource })
    await host.follow((await host.find((await plugin()).id))!)
    const reason = 'The plugin’s process ended with code 7.'
    await vi.waitFor(
      async () => expect(await plugin()).toMatchObject({ health: 'degraded', healthReason: reason }),
      60_000,
    )
    // A call that succeeds meanwhile proves nothing.
    await vi.waitFor(async () => expect(await host.call(await plugin(), 'any', {})).toEqual({}), 60_000)
    await vi.waitFor(
      async () => expect(await plugin()).toMatchObject({ health: 'healthy', healthReason: null }),
      60_000,
    )
    const { uid } = await plugin()
    const seen = (await Promise.all(healths.get(uid)!)).map((one) => one!.health)
    const failing = seen.slice(seen.indexOf('degraded'), seen.lastIndexOf('degraded'))
    expect(failing.length).toBeGreaterThanOrEqual(4)
    expect(failing).not.toContain('healthy')
  }, 120_000)

  it.concurrent('becomes degraded when an idle plugin no longer responds', async () => {
    const plugin = await install({
      name: 'spinning',
      // Not an endless loop, which would take a processor from all other tests.
      handle: `setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 100)
        return manifest`,
    })
    await host.follow((await host.find((await plugin()).id))!)
    await vi.waitFor(
      async () =>
        expect(await plugin()).toMatchObject({
          health: 'degraded',
          healthReason: 'The plugin’s process stopped responding.',
          // It was healthy before, for less than a second, which a busy machine may be too late to see.
          lastSuccessAt: expect.any(Number),
        }),
      60_000,
    )
  }, 120_000)

  it.concurrent('is correct immediately after a reset', async () => {
    const plugin = await install({
      name: 'forgiven',
      handle: `if (method === 'fail') setTimeout(() => process.exit(7), 20)
        return method === 'initialize' ? manifest : {}`,
    })
    const { id } = await plugin()
    const unknown = { health: 'unknown', failureCount: 0, reason: null } as const
    const reset = async () => {
      await db.transaction((tx) => recordPluginHealth(tx, id, unknown))
      await host.reset((await host.find(id))!)
      return plugin()
    }
    await host.follow((await host.find(id))!)
    expect(await reset()).toMatchObject({ health: 'healthy', failureCount: 0 })
    for (let ended = 1; ended <= 4; ended++) {
      await host.call(await plugin(), 'fail', {})
      await vi.waitFor(async () => expect((await plugin()).failureCount).toBe(ended), 30_000)
    }
    // By now it would have to wait for four seconds.
    await expect(host.call(await plugin(), 'any', {})).rejects.toThrow('It will be started again')
    expect(await reset()).toMatchObject({ health: 'unknown', healthReason: null })
    expect(await host.call(await plugin(), 'any', {})).toEqual({})
    await vi.waitFor(async () => expect(await plugin()).toMatchObject({ health: 'healthy', failureCount: 0 }), 30_000)
  }, 120_000)

  it.concurrent('is announced when a plugin registers sources after its start', async () => {
    const plugin = await install({
      name: 'hesitant',
      handle: `if (method === 'initialize') return manifest
        return request('releases/register_sources', { sources: [{ sourceKey: 'a', displayName: 'A', kind: 'rss-series' }] })`,
      capabilities: releaseSource,
    })
    await host.follow((await host.find((await plugin()).id))!)
    const { uid } = await plugin()
    expect(registered).not.toContain(uid)
    await host.call(await plugin(), 'register', {})
    expect(registered).toContain(uid)
  })

  it.runIf(kind === 'postgres')(
    'is not affected by a server that lacks the command’s script',
    async () => {
      const folder = makePluginFolder({ name: 'by-command', handle: 'return manifest' })
      const script = join(folder, 'dist', 'index.js')
      const elsewhere = join(folder, 'elsewhere.js')
      const fields = { ...defaultPluginFields(), displayName: 'By command', command: 'node', isEnabled: true }
      const insert = (name: string, args: string[]) =>
        db.transaction((tx) => insertPlugin(tx, name, { ...fields, args, origin: { kind: 'command' } }, Date.now()))
      await insert('by-command', [script])
      await insert('by-missing-command', [elsewhere])
      const plugin = async (name: string) => (await findPlugin(db, { name }))!
      await vi.waitFor(async () => expect((await plugin('by-command')).owner).toBe(host.id), 30_000)
      expect(await host.find((await plugin('by-missing-command')).id)).toBeUndefined()
      const reason = `No running server has the plugin’s files: ${elsewhere}`
      await vi.waitFor(
        async () =>
          expect(await plugin('by-missing-command')).toMatchObject({ health: 'unhealthy', healthReason: reason }),
        60_000,
      )
      copyFileSync(script, elsewhere)
      await vi.waitFor(
        async () => expect(await plugin('by-missing-command')).toMatchObject({ owner: host.id, health: 'healthy' }),
        60_000,
      )
    },
    120_000,
  )

  it.runIf(kind === 'postgres')(
    'is not affected by a server that lacks the files, which reports if no server has them',
    async () => {
      const plugin = await install({ name: 'local', handle: `if (method === 'initialize') return manifest; return {}` })
      const { id } = await plugin()
      const strangerConfig = { ...config, data_dir: `${config.data_dir}-of-another` }
      const stranger = openHost({ config: strangerConfig, secrets: openSecretBox(config) })
      await stranger.start()
      expect(await stranger.find(id)).toBeUndefined()
      await vi.waitFor(async () => expect((await plugin()).owner).toBe(host.id), 60_000)
      expect(await host.call((await host.find(id))!, 'any', {})).toEqual({})
      await vi.waitFor(async () => expect((await plugin()).health).toBe('healthy'), 60_000)
      await host.close()
      const reason = `No running server has the plugin’s files: ${join(strangerConfig.data_dir, (await plugin()).packageDir!)}`
      await vi.waitFor(
        async () => expect(await plugin()).toMatchObject({ health: 'unhealthy', healthReason: reason }),
        60_000,
      )
      await expect(stranger.find(id)).rejects.toThrow(reason)
      const back = openHost()
      await back.start()
      await vi.waitFor(async () => expect(await plugin()).toMatchObject({ owner: back.id, health: 'healthy' }), 60_000)
      expect(await stranger.find(id)).toBeUndefined()
      rmSync(strangerConfig.data_dir, { recursive: true, force: true })
    },
    120_000,
  )
})
