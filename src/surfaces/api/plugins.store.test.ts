import { readdirSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

describe.each(['sqlite', 'postgres'] as const)('plugins on %s', (kind) => {
  let server: TestServer
  const as = () => ({ as: server.admin })
  beforeAll(async () => {
    server = await openTestServer(kind)
  }, 120_000)
  afterAll(() => server.close())

  async function install(source: Parameters<typeof makePluginFolder>[0], more: object = {}) {
    const { status, json } = await server.request('POST', 'admin/plugins/install', {
      ...as(),
      body: { path: makePluginFolder(source), ...more },
    })
    expect(status, JSON.stringify(json)).toBe(201)
    return json.plugin
  }
  const healthOf = async (id: string) => (await server.request('GET', `admin/plugins/${id}/health`, as())).json.health

  it('stay switched off until somebody has seen what they may do', async () => {
    const plugin = await install({
      name: 'quiet',
      handle: `if (method === 'initialize') return manifest`,
      capabilities: { metadataProvider: ['series'] },
      manifest: { configSchema: { fields: [{ key: 'limit', label: 'Limit', type: 'number', default: 5 }] } },
    })
    expect(plugin).toMatchObject({
      name: 'quiet',
      version: '1.0.0',
      enabled: false,
      permissionsReviewedAt: null,
      isSandboxed: true,
      permissions: ['metadata:read', 'metadata:write:*', 'library:read'],
      manifest: { capabilities: { metadataProvider: ['series'] } },
    })
    expect((await healthOf(plugin.id)).isRunning).toBe(false)
    const enabled = await server.request('POST', `admin/plugins/${plugin.id}/enable`, as())
    expect(enabled.json).toMatchObject({ healthCheckPassed: true, plugin: { enabled: true, healthStatus: 'healthy' } })
    expect(await healthOf(plugin.id)).toMatchObject({ isRunning: true, healthStatus: 'healthy' })
    const disabled = await server.request('POST', `admin/plugins/${plugin.id}/disable`, as())
    expect(disabled.json.plugin).toMatchObject({ enabled: false, healthStatus: 'disabled' })
    expect((await healthOf(plugin.id)).isRunning).toBe(false)
    const again = await server.request('POST', 'admin/plugins/install', {
      ...as(),
      body: { path: makePluginFolder({ name: 'quiet', handle: '' }) },
    })
    expect(again.status).toBe(409)
    // The files of the existing plugin, which was reviewed, stay unchanged.
    expect((await server.request('POST', `admin/plugins/${plugin.id}/enable`, as())).json.healthCheckPassed).toBe(true)
    const versions = readdirSync(join(server.lectern.context.config.data_dir, 'plugins/packages/quiet'))
    expect(versions).toHaveLength(1)
    await server.request('POST', `admin/plugins/${plugin.id}/disable`, as())
  })

  it('have names of their own, also if two are installed at once', async () => {
    const path = makePluginFolder({ name: 'twin', handle: `if (method === 'initialize') return manifest` })
    const all = await Promise.all(
      [1, 2].map(() => server.request('POST', 'admin/plugins/install', { ...as(), body: { path } })),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409])
    const versions = readdirSync(join(server.lectern.context.config.data_dir, 'plugins/packages/twin'))
    expect(versions).toHaveLength(1)
  })

  it('are not read from what has no end, or lies outside their folder', async () => {
    const linked = makePluginFolder({ name: 'linked', handle: '' })
    rmSync(join(linked, 'package.json'))
    symlinkSync('/dev/zero', join(linked, 'package.json'))
    const leads = makePluginFolder({ name: 'leads', handle: 'return manifest' })
    symlinkSync(linked, join(leads, 'outside'))
    const { json } = await server.request('POST', 'admin/plugins/install', { ...as(), body: { path: leads } })
    const packages = join(server.lectern.context.config.data_dir, 'plugins/packages/leads')
    expect(readdirSync(join(packages, readdirSync(packages)[0]!)).toSorted()).toEqual(['dist', 'package.json'])
    await server.request('DELETE', `admin/plugins/${json.plugin.id}`, as())
    const large = makePluginFolder({ name: 'large', handle: '' })
    writeFileSync(join(large, 'hole'), '')
    truncateSync(join(large, 'hole'), 200 << 20)
    const cases: [string, number, RegExp][] = [
      ['/dev/zero', 404, /no file or folder/],
      [linked, 422, /no package\.json/],
      [large, 422, /too large/],
    ]
    for (const [path, status, message] of cases) {
      const refused = await server.request('POST', 'admin/plugins/install', { ...as(), body: { path } })
      expect(refused).toMatchObject({ status, json: { message: expect.stringMatching(message) } })
    }
  })

  it('are only for those who may manage them', async () => {
    const reader = await server.addUser('reader')
    expect((await server.request('GET', 'admin/plugins', { as: reader.as })).status).toBe(403)
    const body = { package: 'x@1.0.0' }
    expect((await server.request('POST', 'admin/plugins/install', { as: reader.as, body })).status).toBe(403)
  })

  it('get storage while they introduce themselves', async () => {
    const plugin = await install({
      name: 'remembers',
      handle: `if (method === 'initialize') {
        const { data } = await request('storage/get', { key: 'starts' })
        await request('storage/set', { key: 'starts', data: (data ?? 0) + 1 })
        return { ...manifest, description: 'start ' + ((data ?? 0) + 1) }
      }`,
    })
    await server.request('POST', `admin/plugins/${plugin.id}/enable`, as())
    const read = await server.request('GET', `admin/plugins/${plugin.id}`, as())
    expect(read.json.manifest.description).toBe('start 2')
  })

  it('are not told what is the server’s own part of their settings', async () => {
    const plugin = await install(
      {
        name: 'curious',
        handle: `if (method === 'initialize') return { ...manifest, description: JSON.stringify([params.adminConfig, params.config]) }`,
      },
      { config: { mine: 1, _codex: { sendTags: false } } },
    )
    expect(plugin.manifest.description).toBe('[{"mine":1},{"mine":1}]')
    expect(plugin.config).toEqual({ mine: 1, _codex: { sendTags: false } })
    const body = { syncCronSchedule: '0 * * * *' }
    const refused = await server.request('PATCH', `admin/plugins/${plugin.id}`, { ...as(), body })
    expect(refused).toMatchObject({ status: 400, json: { details: [{ path: 'syncCronSchedule' }] } })
    const none = { syncCronSchedule: null }
    expect((await server.request('PATCH', `admin/plugins/${plugin.id}`, { ...as(), body: none })).status).toBe(200)
  })

  it('that fail when they are installed get what they are for when they are enabled', async () => {
    const plugin = await install({
      name: 'late',
      handle: `if (method === 'initialize') {
        const { data } = await request('storage/get', { key: 'started' })
        await request('storage/set', { key: 'started', data: true })
        return data ? manifest : process.exit(1)
      }`,
      capabilities: { releaseSource: { kinds: ['rss-series'] } },
    })
    expect(plugin.permissions).toContain('metadata:write:*')
    const { json } = await server.request('POST', `admin/plugins/${plugin.id}/enable`, as())
    expect(json.plugin).toMatchObject({ enabled: true, permissions: ['library:read'], scopes: [] })
  })

  it('keep secrets to themselves', async () => {
    const plugin = await install(
      {
        name: 'secretive',
        handle: `if (method === 'initialize') {
          console.error('[INFO] key is ' + params.credentials.api_key)
          if (params.credentials.api_key !== 'hunter-2-secret') throw new Refusal(-32005, 'wrong key ' + params.credentials.api_key)
          return manifest
        }`,
        manifest: { requiredCredentials: [{ key: 'api_key', label: 'Key', required: true, type: 'password' }] },
      },
      { credentials: { api_key: 'hunter-2-secret' } },
    )
    const enabled = await server.request('POST', `admin/plugins/${plugin.id}/enable`, as())
    expect(enabled.json.healthCheckPassed).toBe(true)
    const answers = [
      (await server.request('GET', 'admin/plugins', as())).text,
      (await server.request('GET', `admin/plugins/${plugin.id}/health`, as())).text,
    ]
    expect(answers.join()).not.toContain('hunter-2')
    expect(enabled.json.plugin).toMatchObject({ hasCredentials: true, credentialKeys: ['api_key'] })
    const row = await server.db.query
      .selectFrom('plugin')
      .selectAll()
      .where('name', '=', 'secretive')
      .executeTakeFirst()
    expect(JSON.stringify(row)).not.toContain('hunter-2')
    expect(statSync(join(server.lectern.context.config.data_dir, 'plugin-secret')).mode & 0o777).toBe(0o600)
    const body = { credentials: { api_key: 'wrong-secret' } }
    const changed = await server.request('PATCH', `admin/plugins/${plugin.id}`, { ...as(), body })
    expect(changed.status).toBe(200)
    await expect
      .poll(async () => (await healthOf(plugin.id)).disabledReason, { timeout: 60_000 })
      .toMatch(/^The plugin says: wrong key •••/)
  })

  it.concurrent.each([
    ['crashes in initialize', `process.exit(1)`, 'unhealthy', /code 1/],
    ['refuses with a NUL', `throw new Refusal(-32005, 'no\\0 key')`, 'unhealthy', /^The plugin says: no key$/],
    ['sends a manifest that is none', `return { name: 'x' }`, 'unhealthy', /manifest/],
    ['sends 2 MiB', `process.stdout.write('x'.repeat(2 << 20) + '\\n')`, 'unhealthy', /line of more than/],
    ['answers twice', `send({ id, result: manifest }); return manifest`, 'healthy', undefined],
    [
      'floods',
      `send({ id, result: manifest }); const more = () => process.stdout.write('{}\\n'.repeat(5000), more); setTimeout(more, 50)`,
      'degraded',
      /sent more than/,
    ],
  ])('one that %s ends in a clear state while pages are served', async (what, code, health, reason) => {
    const name = `hostile-${what.replace(/[^a-z0-9]+/gi, '-').toLowerCase()}`
    const plugin = await install({ name, handle: `if (method === 'initialize') { ${code} }` })
    await server.request('PATCH', `admin/plugins/${plugin.id}`, { ...as(), body: { requestTimeoutSeconds: 5 } })
    const enabling = server.request('POST', `admin/plugins/${plugin.id}/enable`, as())
    expect((await server.request('GET', 'libraries', as())).status).toBe(200)
    expect((await enabling).status).toBe(200)
    const isClear = async () => expect((await healthOf(plugin.id)).healthStatus).toBe(health)
    await vi.waitFor(isClear, { timeout: 60_000 })
    if (!reason) return
    expect((await healthOf(plugin.id)).disabledReason).toMatch(reason)
    // It is recorded after the state is emitted.
    const isWrittenDown = async () => {
      const { json } = await server.request('GET', `admin/plugins/${plugin.id}/failures`, as())
      expect(json.failures[0]?.errorMessage).toMatch(reason)
    }
    await vi.waitFor(isWrittenDown, { timeout: 60_000 })
  })

  it('show what another version could do more, and are switched off until that is seen', async () => {
    const handle = `if (method === 'initialize') return manifest`
    const plugin = await install({ name: 'grows', handle, capabilities: { metadataProvider: ['series'] } })
    await server.request('POST', `admin/plugins/${plugin.id}/enable`, as())
    const folder = makePluginFolder({
      name: 'grows',
      version: '2.0.0',
      handle,
      capabilities: { metadataProvider: ['series', 'book'] },
    })
    const update = (body: object) => server.request('POST', `admin/plugins/${plugin.id}/update`, { ...as(), body })
    expect((await update({})).json).toMatchObject({ version: '1.0.0', permissionsAdded: [] })
    const stranger = await update({ path: makePluginFolder({ name: 'stranger', handle }), apply: true })
    expect([stranger.status, stranger.json.message]).toEqual([422, 'This is another package: stranger.'])
    // As people type it.
    const path = `${folder}//../${basename(folder)}/`
    const compared = await update({ path })
    expect(compared.json).toMatchObject({
      currentVersion: '1.0.0',
      version: '2.0.0',
      isApplied: false,
      permissionsAdded: ['metadata:book'],
      permissionsRemoved: [],
      plugin: { enabled: true },
    })
    const updated = await update({ path, apply: true })
    expect(updated.json).toMatchObject({ isApplied: true, plugin: { version: '2.0.0', enabled: false } })
    // From then on, updates come from there.
    expect((await update({})).json).toMatchObject({ currentVersion: '2.0.0', version: '2.0.0' })
  })

  it('can be removed with all they keep', async () => {
    const { json } = await server.request('GET', 'admin/plugins', as())
    for (const { id } of json.plugins) {
      expect((await server.request('DELETE', `admin/plugins/${id}`, as())).status).toBe(204)
    }
    expect((await server.request('GET', 'admin/plugins', as())).json.total).toBe(0)
    expect(await server.db.query.selectFrom('plugin_storage').selectAll().execute()).toEqual([])
  })
})
