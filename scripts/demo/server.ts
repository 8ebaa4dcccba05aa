import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDemoLibrary } from './library.ts'

export interface DemoServer {
  origin: string
  ask: <T>(method: string, path: string, body?: unknown) => Promise<T>
  close: () => Promise<void>
}

/** A real server over a drawn library, in a folder of its own that goes when it closes. */
export async function startDemoServer({ port = 18_642 } = {}): Promise<DemoServer> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-demo-'))
  const libraries = await writeDemoLibrary(join(folder, 'library'))
  const origin = `http://localhost:${port}`
  const server = spawn(
    process.execPath,
    ['src/main.ts', 'serve', '--data', join(folder, 'data'), '--port', String(port)],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  await untilUp(origin, server)

  let token = ''
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text ? JSON.parse(text) : undefined) as T
  }
  const account = { username: 'ada', password: 'a quiet reading room' }
  token = (await ask<{ accessToken: string }>('POST', '/setup/initialize', account)).accessToken
  for (const path of libraries) {
    const name = path.split('/').at(-1)
    const direction = name === 'Manga' ? 'rtl' : 'ltr'
    await ask('POST', '/libraries', { name, path, defaultReadingDirection: direction, scanImmediately: true })
  }
  await untilRead(ask)
  const close = async () => {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
    await rm(folder, { recursive: true, force: true })
  }
  return { origin, ask, close }
}

async function untilUp(origin: string, server: ChildProcess) {
  for (let tries = 0; tries < 240; tries++) {
    if (server.exitCode !== null) throw new Error('The server did not start.')
    const up = await fetch(`${origin}/health`).then(
      (response) => response.ok,
      () => false,
    )
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('The server did not start in time.')
}

/** Until every book is read and has its cover. */
async function untilRead(ask: DemoServer['ask']) {
  for (let tries = 0; tries < 240; tries++) {
    const { pending, running } = await ask<{ pending: number; running: number }>('GET', '/tasks/stats')
    const { total } = await ask<{ total: number }>('GET', '/books?pageSize=1')
    if (total > 0 && pending + running === 0) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
