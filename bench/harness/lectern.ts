import type { ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChild, startChild, stopChild } from './child.ts'
import type { RequestToSend } from './load-driver.ts'

const program = fileURLToPath(new URL('../../bin/lectern.js', import.meta.url))
export const account = { username: 'bench', password: 'a password for measuring' }

/** The real server, started as a user would. */
export interface Lectern {
  pid: number
  port: number
  /** From the start of the process to the line that it listens. */
  startMs: number
  /** An administrator's credentials, as headers. */
  key: Record<string, string>
  token: Record<string, string>
  ask<Answer>(path: string, options?: Omit<RequestToSend, 'path'>): Promise<Answer>
  stop(): Promise<void>
}

/** Creates the account in a database that already has others; one without any gets it at the first start. */
export async function addAccount(dataDir: string, env: Record<string, string> = {}): Promise<void> {
  const args = [program, 'user', 'add', account.username, '--role', 'admin', '--data', dataDir]
  await runChild(args, `${account.password}\n`, env)
}

/** Rate limits are off: a benchmark is exactly what they are meant to stop. The API for Komga's apps is on. */
export async function startLectern(
  dataDir: string,
  flags: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Lectern> {
  const { child, port, ms } = await startServer(dataDir, flags, env)
  const ask = async <Answer>(
    path: string,
    { method = 'GET', headers = {}, body }: Omit<RequestToSend, 'path'> = {},
  ) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const { accessToken } = await ask<{ accessToken: string }>('/api/v1/auth/login', { method: 'POST', body: account })
  const token = { authorization: `Bearer ${accessToken}` }
  const made = await ask<{ key: string }>('/api/v1/api-keys', {
    method: 'POST',
    headers: token,
    body: { name: 'bench' },
  })
  const key = { 'x-api-key': made.key }
  return {
    pid: child.pid!,
    port,
    startMs: ms,
    key,
    token,
    ask: (path, options = {}) => ask(path, { ...options, headers: { ...key, ...options.headers } }),
    stop: () => stopChild(child),
  }
}

/** Only the process: without a sign-in or any request. */
export async function startServer(
  dataDir: string,
  flags: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<{ child: ChildProcess; port: number; ms: number }> {
  mkdirSync(dataDir, { recursive: true })
  const config = join(dataDir, 'bench.json')
  writeFileSync(
    config,
    JSON.stringify({ rate_limit: { enabled: false }, compat_api: { enabled: true }, admin: account }),
  )
  const { child, line, ms } = await startChild(
    [program, '--config', config, '--data', dataDir, '--host', '127.0.0.1', '--port', '0', ...flags],
    (text) => text.startsWith('Lectern is at'),
    env,
  )
  return { child, port: Number(new URL(line.slice('Lectern is at '.length)).port), ms }
}
