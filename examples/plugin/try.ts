/**
 * Starts a plugin as a server would, in the same sandbox (it reads its package, writes its data folder, and uses the
 * network), and prints its responses and what is wrong with them: `node try.ts "paper moons"`.
 * Or any other plugin, with settings and credentials:
 * `node try.ts "words" path/to/plugin.js '{"limit": 5}' '{"api_key": "…"}'`.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

type Answer = Record<string, unknown>
type Found = { results?: Answer[]; error?: Answer }

const own = join(import.meta.dirname, 'index.ts')
const [words = 'paper moons', script = own, config = '{}', credentials = '{}'] = process.argv.slice(2)
const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'plugin-data-')))
const sandbox = ['--permission', `--allow-fs-read=${packageOf(resolve(script))}`, '--disable-warning=ExperimentalWarning']
for (const right of ['read', 'write']) sandbox.push(`--allow-fs-${right}=${dataDir}`)
// Older versions of Node don't limit the network.
if (process.allowedNodeEnvironmentFlags.has('--allow-net')) sandbox.push('--allow-net')
const child = spawn(process.execPath, [...sandbox, resolve(script)], {
  ...{ cwd: dataDir, env: {}, stdio: ['pipe', 'pipe', 'inherit'] },
})
const waiting = new Map<number, (answer: Answer) => void>()
const stored = new Map<string, unknown>()
const faults: string[] = []
let last = 0

const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const fault = (what: string) => {
  faults.push(what)
  console.log(`  ✗ ${what}`)
}

createInterface({ input: child.stdout }).on('line', (line) => {
  let message: { id: number; method?: string; params?: Answer; result?: Answer; error?: Answer }
  try {
    message = JSON.parse(line)
  } catch {
    return fault(`not a JSON message: ${line.slice(0, 100)}. Logs belong on the error output (console.error).`)
  }
  const { id, method, params, result, error } = message
  if (method !== undefined) send({ id, result: answerPlugin(method, params ?? {}) })
  else if (!waiting.has(id)) fault(`an answer that nobody waits for, id ${id}`)
  else {
    waiting.get(id)?.(error ? { error } : ((result ?? {}) as Answer))
    waiting.delete(id)
  }
})
child.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  if (waiting.size > 0) fault(`it exited with code ${code} before it answered`)
  process.exit(faults.length > 0 ? 1 : 0)
})

/** The folder with the plugin's package.json: all that it may read. */
function packageOf(file: string): string {
  const folder = dirname(file)
  if (existsSync(join(folder, 'package.json')) || folder === dirname(folder)) return realpathSync(folder)
  return packageOf(folder)
}

/** Stands in for the server; stored values last until the end of this run. */
function answerPlugin(method: string, { key, data }: Answer): Answer {
  if (method === 'storage/set') stored.set(String(key), data)
  return method === 'storage/get' ? { data: stored.get(String(key)) ?? null } : { success: true }
}

async function call(method: string, params: object = {}): Promise<Answer> {
  const id = ++last
  const answer = new Promise<Answer>((done) => waiting.set(id, done))
  const timer = setTimeout(() => {
    fault(`no answer to ${method} within 30 s`)
    child.kill()
  }, 30_000)
  send({ id, method, params })
  const given = await answer
  clearTimeout(timer)
  console.log(method, given)
  return given
}

const manifest = await call('initialize', {
  adminConfig: JSON.parse(config),
  credentials: JSON.parse(credentials),
  dataDir,
  logLevel: 'info',
})
for (const field of ['name', 'displayName', 'version', 'protocolVersion', 'capabilities'])
  if (!manifest[field]) fault(`the manifest needs ${field}`)
for (const kind of ((manifest.capabilities as Answer | undefined)?.metadataProvider ?? []) as string[]) {
  const { results = [], error } = (await call(`metadata/${kind}/search`, { query: words, limit: 10 })) as Found
  if (error) fault(`the search failed: ${String(error.message)}`)
  for (const one of results) if (!one.externalId || !one.title) fault('each result needs externalId and title')
  if (!results[0]) continue
  const record = await call(`metadata/${kind}/get`, { externalId: results[0].externalId })
  if (!record.title) fault('a record without a title means that nothing was found')
  const unknown = (await call(`metadata/${kind}/get`, { externalId: 'there-is-no-such-id' })) as Found
  if (unknown.error?.code !== -32002) fault('an unknown id should be answered with the error -32002')
}
await call('shutdown')
