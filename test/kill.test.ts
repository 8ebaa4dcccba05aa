import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'lectern-kill-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('a server that is killed at any moment starts again, and nothing it acknowledged is lost', async () => {
  const acknowledged: string[] = []
  let as = ''
  for (let round = 0; round < 3; round++) {
    const { url, child } = await start()
    as ||= await signUp(url)
    const list = (await (await fetch(`${url}/api/v1/api-keys`, { headers: { authorization: as } })).json()) as {
      id: string
    }[]
    expect(list.map((key) => key.id)).toEqual(expect.arrayContaining(acknowledged))
    // Ten writers at once; each notes what was answered until the connection breaks.
    const writers = Array.from({ length: 10 }, () => writeUntilItBreaks(url, as, acknowledged))
    await new Promise((resolve) => setTimeout(resolve, 150 + round * 70))
    child.kill('SIGKILL')
    await Promise.all(writers)
  }
  expect(acknowledged.length).toBeGreaterThan(10)
  const { url } = await start()
  const list = (await (await fetch(`${url}/api/v1/api-keys`, { headers: { authorization: as } })).json()) as {
    id: string
  }[]
  expect(new Set(list.map((key) => key.id)).size).toBe(list.length)
  expect(list.map((key) => key.id)).toEqual(expect.arrayContaining(acknowledged))
}, 240_000)

async function start(): Promise<{ url: string; child: ChildProcess }> {
  const main = join(import.meta.dirname, '../src/main.ts')
  const child = spawn(process.execPath, [main, 'serve', '--data', folder, '--port', '0', '--host', '127.0.0.1'], {
    env: {
      ...process.env,
      LECTERN_RATE_LIMIT__ENABLED: 'false',
      LECTERN_TASKS__WORKERS: '0',
      LECTERN_LOG__LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.on('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)))
    child.stdout!.on('data', (text: Buffer) => {
      said += text
      const [address] = /http:\/\/\S+/.exec(said) ?? []
      if (address) resolve(address)
    })
  })
  return { url, child }
}

async function signUp(url: string): Promise<string> {
  const answer = await post(url, 'setup/initialize', '', { username: 'root', password: 'correct horse battery' })
  return `Bearer ${((await answer.json()) as { accessToken: string }).accessToken}`
}

async function writeUntilItBreaks(url: string, as: string, acknowledged: string[]): Promise<void> {
  try {
    for (;;) {
      const answer = await post(url, 'api-keys', as, { name: 'k' })
      if (answer.status === 201) acknowledged.push(((await answer.json()) as { id: string }).id)
    }
  } catch {
    // The server is gone.
  }
}

function post(url: string, path: string, as: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(as && { authorization: as }) }
  return fetch(`${url}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}
