import { afterAll, expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { defaultConfig } from '../../config/load.ts'
import { permissionsOfRole } from '../../contract/permissions.ts'
import type { Viewer } from '../../store/viewer.ts'
import { createApp } from '../edge/app.ts'
import { openLog } from '../edge/log.ts'
import { bearerChallenge } from '../edge/surface.ts'
import type { House } from '../house.ts'
import { openSurface } from '../serve.ts'
import { mountServer } from './server.ts'

onBothDatabases((open, kind) => {
  const closing: (() => Promise<unknown>)[] = []
  afterAll(() => Promise.all(closing.map((close) => close())))

  async function openServer(role: 'reader' | 'admin') {
    const { db } = await open()
    const config = defaultConfig()
    const app = await createApp(config, { log: openLog({ level: 'silent', pretty: false }), strictAnswers: true })
    const identify = () => ({ userId: 1, permissions: new Set(permissionsOfRole[role]) }) as unknown as Viewer
    const api = openSurface(app, { roots: ['/api'], challenge: bearerChallenge, identify })
    mountServer(api, { config, db } as unknown as House, '9.9.9')
    await app.ready()
    closing.push(() => app.close())
    return { app, config }
  }

  it('tells anyone which ways in are open, as the settings stand at that moment', async () => {
    const { app, config } = await openServer('reader')
    const before = await app.inject('/api/v1/doors')
    expect(before.json().compatApi).toEqual({ enabled: false, path: '/komga' })
    config.compat_api.enabled = true
    config.compat_api.prefix = 'shelf'
    const after = await app.inject('/api/v1/doors')
    expect(after.json().compatApi).toEqual({ enabled: true, path: '/shelf' })
  })

  it('tells an admin what runs here, and nobody else', async () => {
    const { app } = await openServer('admin')
    const facts = (await app.inject('/api/v1/admin/server')).json()
    expect(facts).toMatchObject({ version: '9.9.9', database: { kind } })
    expect(facts.database.bytes).toBeGreaterThan(10_000)
    const reader = await openServer('reader')
    expect((await reader.app.inject('/api/v1/admin/server')).statusCode).toBe(403)
  })
})
