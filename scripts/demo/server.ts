import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeDemoLibrary } from './library.ts'

const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

export interface DemoServer {
  origin: string
  ask: <T>(method: string, path: string, body?: unknown) => Promise<T>
  close: () => Promise<void>
}

export interface RunningServer {
  origin: string
  /** The folder of all files of this server. */
  folder: string
  close: () => Promise<void>
}

/** A real server with an empty database, in its own folder that is deleted when it closes. */
export async function startServer(port: number, { basePath = '', library = '' } = {}): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-demo-'))
  const origin = `http://localhost:${port}${basePath}`
  const env = { ...process.env, ...(basePath && { LECTERN_SERVER__PUBLIC_URL: origin }) }
  // scripts/demo/cluster.ts replaces it, to check that several servers work like one.
  const program = process.env.JOURNEY_SERVER ?? 'src/main.ts'
  const args = [program, 'serve', '--data', join(folder, 'data'), '--port', String(port)]
  if (library) args.push('--library', library)
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: projectRoot, env })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const close = async () => {
    server.kill('SIGTERM')
    // One that hangs must not block the caller.
    const timer = setTimeout(() => server.kill('SIGKILL'), 20_000)
    await ended
    clearTimeout(timer)
    await rm(folder, { recursive: true, force: true })
  }
  await untilUp(origin, server).catch(async (error) => {
    await close()
    throw error
  })
  return { origin, folder, close }
}

/** The same with an account and three scanned libraries. */
export async function startDemoServer({ port = 18_642 } = {}): Promise<DemoServer> {
  const { origin, folder, close } = await startServer(port)
  const libraries = await writeDemoLibrary(join(folder, 'library'))
  const ask = apiClient(origin)
  await ask('POST', '/setup/initialize', { username: 'ada', password: 'a quiet reading room' })
  for (const path of libraries) {
    const name = path.split('/').at(-1)
    const direction = name === 'Manga' ? 'rtl' : 'ltr'
    await ask('POST', '/libraries', { name, path, defaultReadingDirection: direction, scanImmediately: true })
  }
  await waitUntilAnalysed(ask)
  return { origin, ask, close }
}

/** Calls the API as the user who signed in last. */
export function apiClient(origin: string): DemoServer['ask'] {
  let token = ''
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    const answer = (text ? JSON.parse(text) : undefined) as T & { accessToken?: string }
    token = answer?.accessToken ?? token
    return answer
  }
}

async function untilUp(origin: string, server: ChildProcess) {
  for (let tries = 0; tries < 1200; tries++) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error('The server did not start.')
    const up = await fetch(`${origin}/health`).then(
      (response) => response.ok,
      () => false,
    )
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The server did not start in time.')
}

/** Waits until every book is analysed and has its cover. */
export async function waitUntilAnalysed(ask: DemoServer['ask']) {
  for (let tries = 0; tries < 6000; tries++) {
    const { pending, running } = await ask<{ pending: number; running: number }>('GET', '/tasks/stats')
    const { total } = await ask<{ total: number }>('GET', '/books?pageSize=1')
    if (total > 0 && pending + running === 0) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The books were not analysed in time.')
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
