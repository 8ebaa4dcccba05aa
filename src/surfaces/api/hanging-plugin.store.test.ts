import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

describe.each(['sqlite', 'postgres'] as const)('a plugin that hangs in initialize on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(kind, {}, (config) => {
      config.plugins.start_seconds = 2
    })
  }, 120_000)
  afterAll(() => server.close())

  it('ends in a clear state while pages are served', async () => {
    const request = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
      server.request(method, path, { as: server.admin, ...(body && { body }) })
    const path = makePluginFolder({ name: 'hanging', handle: 'return undefined' })
    const installed = await request('POST', 'admin/plugins/install', { path })
    expect(installed.status, installed.text).toBe(201)
    const { id } = installed.json.plugin
    await request('PATCH', `admin/plugins/${id}`, { requestTimeoutSeconds: 1 })
    let isEnabled = false
    const enabling = request('POST', `admin/plugins/${id}/enable`).finally(() => {
      isEnabled = true
    })
    expect((await request('GET', 'libraries')).status).toBe(200)
    expect(isEnabled).toBe(false)
    expect((await enabling).status).toBe(200)
    const reason = 'The plugin didn’t respond within 2 s (initialize).'
    const health = async () => (await request('GET', `admin/plugins/${id}/health`)).json.health
    await expect.poll(health, { timeout: 60_000 }).toMatchObject({ healthStatus: 'unhealthy', disabledReason: reason })
    // It is recorded after the state is emitted.
    const failures = async () => (await request('GET', `admin/plugins/${id}/failures`)).json.failures
    await expect.poll(failures, { timeout: 60_000 }).toMatchObject([{ errorMessage: reason }])
  })
})
