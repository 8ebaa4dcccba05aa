import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { defaultConfig } from '../../config/load-config.ts'
import { permissionsOfRole } from '../../contract/permissions.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { createApp } from '../edge/app.ts'
import { openRotatingLogFile } from '../edge/rotating-log-file.ts'
import { openLogger } from '../edge/server-logger.ts'
import { bearerChallenge } from '../edge/surface.ts'
import { openSurface } from '../serve.ts'
import { mountServer } from './server.ts'

onBothDatabases((open, kind) => {
  const closing: (() => Promise<unknown>)[] = []
  afterAll(() => Promise.all(closing.map((close) => close())))

  async function openServer(role: 'reader' | 'admin') {
    const { db } = await open()
    const config = defaultConfig()
    const app = await createApp(config, { log: openLogger({ level: 'silent', pretty: false }), strictAnswers: true })
    const authenticate = () => ({ userId: 1, permissions: new Set(permissionsOfRole[role]) }) as unknown as Viewer
    const api = openSurface(app, { roots: ['/api'], challenge: bearerChallenge, authenticate })
    mountServer(api, { config, db } as unknown as AppContext, '9.9.9')
    await app.ready()
    closing.push(() => app.close())
    return { app, config }
  }

  it('tells anyone how to sign in, by the current settings', async () => {
    const { app, config } = await openServer('reader')
    const before = await app.inject('/api/v1/app-endpoints')
    expect(before.json().compatApi).toEqual({ enabled: false, path: '/komga' })
    config.compat_api.enabled = true
    config.compat_api.prefix = 'shelf'
    const after = await app.inject('/api/v1/app-endpoints')
    expect(after.json().compatApi).toEqual({ enabled: true, path: '/shelf' })
  })

  it('shows only admins the latest log entries, and new ones, without secrets', async () => {
    const { app, config } = await openServer('admin')
    config.data_dir = mkdtempSync(join(tmpdir(), 'lectern-log-'))
    closing.push(async () => rmSync(config.data_dir, { recursive: true }))
    const request = async (query = '') => (await app.inject(`/api/v1/admin/log${query}`)).json()
    expect(await request()).toEqual({ lines: [], cursor: '.0' })

    const log = openLogger({ level: 'info', pretty: false }, openRotatingLogFile(config.data_dir, 500))
    log.info('first')
    log.warn({ password: 'hunter2', file: 'a.cbz' }, 'second')
    const { lines, cursor } = await request()
    expect(lines.map((line: { message: string }) => line.message)).toEqual(['first', 'second'])
    expect(lines[1]).toMatchObject({ level: 'warn', details: { password: '•••', file: 'a.cbz' } })
    expect((await request('?level=warn')).lines).toHaveLength(1)
    log.error('third')
    expect((await request(`?after=${cursor}`)).lines.map((line: { message: string }) => line.message)).toEqual([
      'third',
    ])
    expect((await app.inject('/api/v1/admin/log?after=../../etc')).statusCode).toBe(400)
    expect((await (await openServer('reader')).app.inject('/api/v1/admin/log')).statusCode).toBe(403)
  })

  it('shows only admins the version and system of the server', async () => {
    const { app } = await openServer('admin')
    const facts = (await app.inject('/api/v1/admin/server')).json()
    expect(facts).toMatchObject({ version: '9.9.9', database: { kind } })
    expect(facts.database.bytes).toBeGreaterThan(10_000)
    const reader = await openServer('reader')
    expect((await reader.app.inject('/api/v1/admin/server')).statusCode).toBe(403)
  })
})
