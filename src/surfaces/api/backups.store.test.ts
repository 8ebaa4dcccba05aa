import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestDatabase } from '../../../test/databases.ts'
import { account, type Running, sendRequest, signIn, start, stopAll } from '../../../test/processes.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { doctorSentences } from '../../contract/doctor.ts'
import { databaseFile } from '../../store/open.ts'

const formOf = (bytes: Uint8Array) => {
  const head = '--edge\r\ncontent-disposition: form-data; name="file"; filename="x.backup.gz"\r\n\r\n'
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--edge--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  }
}

describe.each(['sqlite', 'postgres'] as const)('backups and checks, on %s', (kind) => {
  let server: TestServer
  let folder: string
  const admin = (method: 'GET' | 'POST' | 'DELETE', path: string, more: object = {}) =>
    server.request(method, `admin/${path}`, { as: server.admin, ...more })
  const names = async () => (await admin('GET', 'backups')).json.backups.map(({ name }: { name: string }) => name)

  beforeAll(async () => {
    server = await openTestServer(kind)
    folder = (await admin('GET', 'backups')).json.folder
  })
  afterAll(() => server.close())

  it('are made by a task, listed, downloaded, uploaded and deleted', async () => {
    expect((await admin('GET', 'backups')).json).toMatchObject({ backups: [], pendingRestore: null })
    expect((await admin('POST', 'backups')).status).toBe(202)
    await server.waitForIdle()
    const [name] = await names()
    expect(name).toMatch(/^lectern-\d{4}-\d\d-\d\dT\d{6}\.backup\.gz$/)
    const file = await admin('GET', `backups/${name}/file`)
    expect(file.headers['content-disposition']).toContain(name)

    const uploaded = await admin('POST', 'backups/upload', formOf(file.bytes))
    expect([uploaded.status, uploaded.json.bytes]).toEqual([201, file.bytes.length])
    for (const bytes of [Buffer.from('nothing'), gzipSync('{}\n'), file.bytes.subarray(0, file.bytes.length - 20)]) {
      expect((await admin('POST', 'backups/upload', formOf(bytes))).status).toBe(422)
    }
    expect((await names()).length).toBe(2)
    expect(readdirSync(folder)).toHaveLength(2)
    expect((await admin('DELETE', `backups/${name}`)).status).toBe(204)
    expect(await names()).toEqual([uploaded.json.name])
  })

  it('never leave their folder', async () => {
    const names = [
      ['..%2Flectern.db', 400],
      ['%2Fetc%2Fpasswd', 400],
      ['lectern.db', 400],
      ['..%2Fx.backup.gz', 404],
      ['.backup.gz', 404],
      ['x.backup.gz', 404],
    ] as const
    for (const [name, status] of names) {
      expect((await admin('GET', `backups/${name}/file`)).status).toBe(status)
      expect((await admin('DELETE', `backups/${name}`)).status).toBe(status)
      expect((await admin('POST', `backups/${name}/restore`)).status).toBe(status)
    }
  })

  it('beyond the number to keep are deleted, except uploaded ones', async () => {
    mkdirSync(folder, { recursive: true })
    for (let day = 1; day <= 9; day++) {
      const file = join(folder, `lectern-2026-01-0${day}T033000.backup.gz`)
      writeFileSync(file, '')
      utimesSync(file, new Date(2026, 0, day), new Date(2026, 0, day))
    }
    await admin('POST', 'backups')
    await server.waitForIdle()
    const left = await names()
    expect(left.filter((name: string) => name.startsWith('lectern-'))).toHaveLength(7)
    expect(left).not.toContain('lectern-2026-01-03T033000.backup.gz')
    expect(left.some((name: string) => name.startsWith('uploaded-'))).toBe(true)
    rmSync(join(folder, 'lectern-2026-01-09T033000.backup.gz'))
  })

  it('that a killed server left unfinished are deleted with the next one, but not one still being written', async () => {
    const upload = 'upload-01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90.part'
    const old = ['lectern-2026-01-01T033000.backup.gz.part', upload, 'somebody-else.part']
    const fresh = 'lectern-2026-01-02T033000.backup.gz.part'
    for (const name of [...old, fresh]) writeFileSync(join(folder, name), 'half')
    for (const name of old) utimesSync(join(folder, name), new Date(2026, 0, 1), new Date(2026, 0, 1))
    await admin('POST', 'backups')
    await server.waitForIdle()
    const left = readdirSync(folder).filter((name) => name.endsWith('.part'))
    expect(left.sort()).toEqual([fresh, 'somebody-else.part'])
    for (const name of left) rmSync(join(folder, name))
  })

  it('are for administrators, and for keys that may change accounts', async () => {
    const reader = await server.addUser('reader')
    for (const path of ['backups', 'doctor']) {
      expect((await server.request('GET', `admin/${path}`, { as: reader.as })).status).toBe(403)
    }
    const body = { name: 'Half', permissions: ['SystemAdmin'] }
    const { json } = await server.request('POST', 'api-keys', { as: server.admin, body })
    const [name] = await names()
    const half = { as: `Bearer ${json.key}` }
    expect((await server.request('GET', 'admin/backups', half)).status).toBe(200)
    expect((await server.request('GET', `admin/backups/${name}/file`, half)).status).toBe(403)
    expect((await server.request('POST', `admin/backups/${name}/restore`, half)).status).toBe(403)
  })

  it('checks say what they found, and what to do where something is wrong', async () => {
    const { json } = await admin('GET', 'doctor')
    expect(json.ok).toBe(true)
    const byCheck = Object.fromEntries(json.checks.map((one: { check: string }) => [one.check, one]))
    expect(Object.keys(byCheck)).toEqual(
      expect.arrayContaining(['data folder', 'free space', 'database', 'clock', 'proxy headers', 'fonts', 'backups']),
    )
    expect(byCheck.backups.status).toBe('ok')
    for (const one of json.checks) {
      const said = (code: keyof typeof doctorSentences, params: Record<string, string>) =>
        doctorSentences[code].replace(/\{(\w+)\}/g, (_, name) => params[name]!)
      expect(one.message).toBe(said(one.reason.code, one.reason.params))
      if (one.status !== 'ok') expect(one.advice).toBe(said(one.adviceReason.code, one.adviceReason.params))
    }
  })
})

describe.each(['sqlite', 'postgres'] as const)('a restore, on %s', (kind) => {
  let database: Awaited<ReturnType<typeof makeTestDatabase>>
  beforeAll(async () => {
    database = await makeTestDatabase(kind)
  })
  afterAll(async () => {
    await stopAll()
    await database.drop()
  })
  const open = () => {
    const { url, dataDir } = database.options
    return start({ data: dataDir, settings: { TASKS__WORKERS: '1', ...(url && { DATABASE__URL: url }) } })
  }
  const usersOf = async ({ url }: Running) => {
    const { json } = await sendRequest(url, 'users', { as: await signIn(url) })
    return json.data.map(({ username }: { username: string }) => username).sort()
  }

  it('happens at the next start, can be cancelled, and keeps the previous data', { timeout: 480_000 }, async () => {
    let running = await open()
    const as = await signIn(running.url)
    const made = await sendRequest(running.url, 'admin/backups', { method: 'POST', as })
    expect(made.status).toBe(202)
    await expect
      .poll(async () => (await sendRequest(running.url, 'admin/backups', { as })).json.backups.length, {
        timeout: 120_000,
      })
      .toBe(1)
    const { name } = (await sendRequest(running.url, 'admin/backups', { as })).json.backups[0]
    const late = { username: 'late', password: account.password, role: 'reader' }
    expect((await sendRequest(running.url, 'users', { as, body: late })).status).toBe(201)
    expect((await sendRequest(running.url, `admin/backups/${name}/restore`, { method: 'POST', as })).status).toBe(202)
    expect((await sendRequest(running.url, `admin/backups/${name}`, { method: 'DELETE', as })).status).toBe(409)
    expect((await sendRequest(running.url, 'admin/restore', { method: 'DELETE', as })).status).toBe(204)
    expect((await sendRequest(running.url, 'admin/backups', { as })).json.pendingRestore).toBeNull()
    await sendRequest(running.url, `admin/backups/${name}/restore`, { method: 'POST', as })
    expect(await usersOf(running)).toEqual(['late', 'root'])
    await running.stop()

    running = await open()
    expect(await usersOf(running)).toEqual(['root'])
    const after = await sendRequest(running.url, 'admin/backups', { as: await signIn(running.url) })
    expect(after.json.pendingRestore).toBeNull()
    // The backup contains the task that made it, which did not fail.
    const tasks = await sendRequest(running.url, 'tasks', { as: await signIn(running.url) })
    expect(tasks.status).toBe(200)
    expect(tasks.json.data.filter(({ type }: { type: string }) => type === 'create_backup')).toEqual([])
    await running.stop()
    const { dataDir } = database.options
    const isKept =
      kind === 'sqlite'
        ? readdirSync(dataDir).some((file) =>
            join(dataDir, file).startsWith(`${databaseFile(dataDir)}.before-restore-`),
          )
        : readdirSync(join(dataDir, 'backups')).some((file) => file.startsWith('before-restore-'))
    expect(isKept).toBe(true)
  })
})
