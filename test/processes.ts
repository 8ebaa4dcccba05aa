import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** As people start it: with what that keeps of compiled code. */
const program = join(import.meta.dirname, '../bin/lectern.js')
const running = new Set<ChildProcess>()

/** A real process: a server that listens on a free port, or a worker. */
export interface Running {
  child: ChildProcess
  /** Empty for a worker. */
  url: string
  kill(): Promise<void>
  /** As an administrator of the machine would stop it. */
  stop(): Promise<number | null>
}

export interface Start {
  command?: 'serve' | 'worker'
  data: string
  args?: readonly string[]
  /** Settings, by their environment name without `LECTERN_`. */
  settings?: Record<string, string>
}

export const account = { username: 'root', password: 'correct horse battery' }

export async function start({ command = 'serve', data, args = [], settings = {} }: Start): Promise<Running> {
  const listen = command === 'serve' ? ['--port', '0', '--host', '127.0.0.1'] : []
  const all: Record<string, string> = {
    LOG__LEVEL: process.env.TEST_LOG ?? 'silent',
    TASKS__WORKERS: '0',
    RATE_LIMIT__ENABLED: 'false',
    SCANNER__WATCH: 'false',
    SCANNER__SETTLE_SECONDS: '0',
    // Keys are what these tests write most: the limit per user must not end them.
    LIMITS__KEYS: '100000',
    ADMIN__USERNAME: account.username,
    ADMIN__PASSWORD: account.password,
    ...settings,
  }
  const env = Object.fromEntries(Object.entries(all).map(([name, value]) => [`LECTERN_${name}`, value]))
  const child = spawn(process.execPath, [program, command, '--data', data, ...listen, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.once('exit', () => running.delete(child))
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)))
    child.stdout!.on('data', (text: Buffer) => {
      said += text
      const [address] = /http:\/\/\S+(?=\n)/.exec(said) ?? []
      if (address) resolve(address)
      else if (said.includes('worker started')) resolve('')
    })
  })
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { child, url, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') }
}

/** Call in `afterAll`. */
export async function stopAll(): Promise<void> {
  for (const child of running) child.kill('SIGKILL')
}

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any
}

export interface RequestOptions {
  method?: string
  as?: string
  body?: unknown
  agent?: Agent
  withinMs?: number
}

/** A new connection each time, unless there is an agent: with several processes, any of them may answer. */
export function sendRequest(
  base: string,
  path: string,
  { method, as, body, agent, withinMs = 120_000 }: RequestOptions = {},
): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const url = path.startsWith('/') ? `${base}${path}` : `${base}/api/v1/${path}`
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        method: method ?? (text === undefined ? 'GET' : 'POST'),
        agent: agent ?? oneEach,
        headers: { ...(as && { authorization: as }), ...(text && { 'content-type': 'application/json' }) },
        signal: AbortSignal.timeout(withinMs),
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () => {
          const bytes = Buffer.concat(parts)
          const isJson = /json/.test(answer.headers['content-type'] ?? '')
          const json = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined
          resolve({ status: answer.statusCode!, headers: answer.headers, bytes, json })
        })
      },
    )
    asked.on('error', reject)
    asked.end(text)
  })
}

const oneEach = new Agent({ keepAlive: false })

export async function signIn(base: string): Promise<string> {
  const { json } = await sendRequest(base, 'auth/login', { body: account })
  return `Bearer ${json.accessToken}`
}

/** The events a listener receives, as they arrive. */
export async function listen(base: string, as: string): Promise<{ heard: string[]; process: string; close(): void }> {
  const heard: string[] = []
  return new Promise((resolve, reject) => {
    const asked = request(`${base}/api/v1/events`, { agent: oneEach, headers: { authorization: as } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`events: ${answer.statusCode}`))
      let text = ''
      answer.on('data', (part: Buffer) => {
        const lines = (text + part).split('\n')
        text = lines.pop()!
        for (const line of lines) if (line.startsWith('event: ')) heard.push(line.slice(7))
      })
      answer.on('error', () => {})
      resolve({ heard, process: processOf(answer), close: () => asked.destroy() })
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** Which process answered: the request ids of each have their own prefix. */
function processOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return String(headers['x-request-id']).split('-')[0]!
}

/** A persistent connection to each of two processes. */
export async function connectionsToEachProcess(url: string, tries = 40): Promise<Record<string, Agent>> {
  const found: Record<string, Agent> = {}
  for (let i = 0; i < tries && Object.keys(found).length < 2; i += 1) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    found[processOf(await sendRequest(url, '/health', { agent }))] ??= agent
  }
  return found
}

/** A listener at each of two processes. */
export async function listenAtEach(url: string, as: string): Promise<Awaited<ReturnType<typeof listen>>[]> {
  const found: Record<string, Awaited<ReturnType<typeof listen>>> = {}
  for (let i = 0; i < 40 && Object.keys(found).length < 2; i += 1) {
    const listener = await listen(url, as)
    if (listener.process in found) listener.close()
    else found[listener.process] = listener
  }
  return Object.values(found)
}

export async function until(what: string, isSo: () => unknown, withinMs = 180_000): Promise<void> {
  const end = Date.now() + withinMs
  for (;;) {
    const found = await Promise.resolve()
      .then(isSo)
      .catch((error: unknown) => Date.now() > end && Promise.reject(error))
    if (found) return
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`)
    await sleep(25)
  }
}

export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(/\s+/).filter(Boolean).map(Number)
}

/** The number of files below this folder that the process has open. */
export async function openBelow(folder: string, pid: number): Promise<number> {
  const open = await readdir(`/proc/${pid}/fd`)
  const names = await Promise.all(open.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')))
  return names.filter((name) => name.startsWith(folder)).length
}
