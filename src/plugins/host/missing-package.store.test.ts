import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeTestDatabase } from '../../../test/databases.ts'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { makeTar } from '../../../test/fixtures/make-tar.ts'
import { defaultConfig } from '../../config/load-config.ts'
import { type Db, openDatabase } from '../../store/open.ts'
import { findPlugin, type PluginView } from '../../store/plugin/read.ts'
import { insertPlugin } from '../../store/plugin/write.ts'
import { integrityOf } from '../install/download-package.ts'
import { installPackage } from '../install/install-package.ts'
import { defaultPluginFields, fieldsOfInstalledPlugin } from '../plugin-fields-to-store.ts'
import { packageFolderOf } from '../plugin-folders.ts'
import { openSecretBox } from '../secrets.ts'
import { PluginHost } from './plugin-host.ts'

const folder = makePluginFolder({
  name: 'moved',
  handle: `if (method === 'initialize') return manifest
    if (method === 'where') return { here: import.meta.dirname }`,
})
const tarball = gzipSync(
  makeTar(
    ['package.json', 'dist/index.js'].map((name) => ({
      name: `package/${name}`,
      data: readFileSync(join(folder, name)),
    })),
  ),
)

describe.each(['sqlite', 'postgres'] as const)('a plugin whose files were moved or deleted, on %s', (kind) => {
  const config = defaultConfig()
  let isRegistryUp = true
  const registry = createServer((request, response) => {
    if (!isRegistryUp) response.writeHead(503).end()
    else if (request.url!.endsWith('.tgz')) response.end(tarball)
    else {
      const dist = { tarball: `${config.plugins.registry}/moved-1.0.0.tgz`, integrity: integrityOf(tarball) }
      response.end(JSON.stringify({ version: '1.0.0', dist }))
    }
  })
  const closing: (() => unknown)[] = []
  const errors: unknown[] = []
  let db: Db
  let host: PluginHost

  beforeAll(async () => {
    const database = await makeTestDatabase(kind)
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
    config.plugins.registry = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
    config.data_dir = join(database.options.dataDir, 'before')
    db = await openDatabase(database.options)
    const installed = await installPackage(config, { package: 'moved@1.0.0' })
    const fields = { ...defaultPluginFields(), ...fieldsOfInstalledPlugin(installed), displayName: 'Moved' }
    await db.transaction((tx) => insertPlugin(tx, 'moved', { ...fields, isEnabled: true }, Date.now()))
    closing.push(
      () => db.close(),
      () => database.drop(),
      () => registry.close(),
    )
  }, 120_000)
  afterAll(async () => {
    await host.close()
    for (const close of closing) await close()
    expect(errors).toEqual([])
  })

  const plugin = async () => (await findPlugin(db, { name: 'moved' })) as PluginView
  const whereItRuns = async () => ((await host.call(await plugin(), 'where', {})) as { here: string }).here
  const openHost = () =>
    new PluginHost({
      db,
      events: { emit() {} },
      config,
      secrets: openSecretBox(config),
      isOnlyHost: true,
      onError: (error) => errors.push(error),
      leaseMs: 300,
    })

  it('runs from the current data folder, even if the old absolute path is stored', async () => {
    const before = config.data_dir
    const { packageDir } = await plugin()
    expect(packageDir).toMatch(/^plugins.packages.moved.1\.0\.0-[0-9a-f]{8}$/)
    config.data_dir = before.replace(/before$/, 'after')
    renameSync(before, config.data_dir)
    host = openHost()
    expect(await whereItRuns()).toBe(join(config.data_dir, packageDir!, 'dist'))
    await host.forget((await plugin()).id)
    for (const root of [before, config.data_dir]) {
      const asFormerVersionsDid = { packageDir: join(root, packageDir!) }
      expect(packageFolderOf(config, asFormerVersionsDid)).toBe(join(config.data_dir, packageDir!))
    }
    expect(packageFolderOf(config, { packageDir: folder })).toBe(folder)
  })

  it('downloads them again once the registry is back, and reports the problem until then', async () => {
    const packageFolder = packageFolderOf(config, await plugin())!
    rmSync(join(packageFolder, 'dist'), { recursive: true })
    isRegistryUp = false
    await host.start()
    await vi.waitFor(
      async () =>
        expect(await plugin()).toMatchObject({
          health: 'unhealthy',
          healthReason:
            'The plugin’s files are missing, and they couldn’t be downloaded again: The registry responded with status 503.',
        }),
      { timeout: 60_000 },
    )
    await expect(whereItRuns()).rejects.toThrow('couldn’t be downloaded again')
    isRegistryUp = true
    await vi.waitFor(async () => expect((await plugin()).health).toBe('healthy'), { timeout: 60_000 })
    expect(readdirSync(packageFolder).toSorted()).toEqual(['dist', 'package.json'])
    expect(await whereItRuns()).toBe(join(packageFolder, 'dist'))
  }, 120_000)
})
