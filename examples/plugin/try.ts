/**
 * Starts a plugin as a server would, in the same sandbox (it reads its package, writes its data folder, and uses the
 * network), and prints its responses and what is wrong with them: `node try.ts "paper moons"`.
 * Or any other plugin, with settings and credentials:
 * `node try.ts "words" path/to/plugin.js '{"limit": 5}' '{"api_key": "…"}'`. The words are also the title of the series
 * that a release source is asked to look for, and that recommendations are based on.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

type Answer = Record<string, unknown>
type Found = { results?: Answer[]; error?: Answer }

/** The id of the one series in this library, and of its release source. */
const SERIES = '00000000-0000-7000-8000-000000000001'
const own = join(import.meta.dirname, 'index.ts')
const given = process.argv.slice(2)
// `node try.ts path/to/plugin`
if (given[0] && existsSync(given[0])) given.unshift('paper moons')
const [words = 'paper moons', path = own, config = '{}', credentials = '{}'] = given
const script = statSync(path).isDirectory() ? scriptOf(path) : path
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
const sources: Answer[] = []
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
  if (method !== undefined) send({ id, ...answerPlugin(method, params ?? {}) })
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

/** What the server would run: `bin` or `main` of its package.json. */
function scriptOf(folder: string): string {
  const { bin, main = 'index.js' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'object' ? Object.values<string>(bin)[0]! : (bin ?? main))
}

/** Stands in for the server; stored values last until the end of this run. */
function answerPlugin(method: string, params: Answer): { result: unknown } | { error: Answer } {
  const { key, data, candidate } = params
  switch (method) {
    case 'storage/get':
      return { result: { data: stored.get(String(key)) ?? null } }
    case 'storage/set':
      stored.set(String(key), data)
      return { result: { success: true } }
    case 'releases/register_sources':
      sources.splice(0, Infinity, ...((params.sources ?? []) as Answer[]))
      return { result: { registered: sources.length, pruned: 0 } }
    case 'releases/count_tracked':
      return { result: { total: 1 } }
    case 'releases/list_tracked':
      return { result: { tracked: [{ seriesId: SERIES, aliases: [words], externalIds: {}, latestKnownVolume: 1 }] } }
    case 'releases/record':
      checkRelease((candidate ?? {}) as Answer)
      return { result: { ledgerId: SERIES, deduped: false } }
    case 'releases/report_progress':
      return { result: { emitted: true } }
  }
  if (/^storage\/(delete|list|clear)$/.test(method)) return { result: { success: true, keys: [], deletedCount: 0 } }
  fault(`the server has no method ${method}`)
  return { error: { code: -32601, message: `There is no method ${method}.` } }
}

function checkRelease(release: Answer): void {
  console.log('releases/record', release)
  const { seriesMatch, externalReleaseId, payloadUrl, language, observedAt } = release
  const { codexSeriesId, confidence } = (seriesMatch ?? {}) as Answer
  if (codexSeriesId !== SERIES) fault('seriesMatch.codexSeriesId must be the seriesId of a tracked series')
  if (typeof confidence !== 'number' || confidence < 0.7 || confidence > 1)
    fault('the server ignores releases with a confidence below 0.7')
  if (!externalReleaseId || !language || !/^https?:/.test(String(payloadUrl)))
    fault('a release needs externalReleaseId, language and payloadUrl')
  if (!(Date.parse(String(observedAt)) <= Date.now() + 3_600_000)) fault('observedAt must be a time of the past')
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
const { releaseSource, userReadSync, userRecommendationProvider } = (manifest.capabilities ?? {}) as Answer
if (releaseSource) await tryReleases((releaseSource as { kinds?: string[] }).kinds ?? [])
if (userReadSync) await trySync()
if (userRecommendationProvider) await tryRecommendations()
await call('shutdown')

async function tryReleases(kinds: readonly string[]): Promise<void> {
  if (sources.length === 0) fault('it registered no release sources (releases/register_sources)')
  for (const { sourceKey, displayName, kind, config: own = null } of sources) {
    if (!sourceKey || !displayName) fault('each release source needs sourceKey and displayName')
    if (!kinds.includes(String(kind))) fault(`the manifest doesn’t declare the kind ${kind}`)
    const { error } = (await call('releases/poll', { sourceId: SERIES, sourceKey, config: own })) as Found
    if (error) fault(`the poll failed: ${String(error.message)}`)
  }
}

async function trySync(): Promise<void> {
  const { externalId, username } = await call('sync/getUserInfo')
  if (!externalId || !username) fault('sync/getUserInfo should answer externalId and username')
  const { entries } = await call('sync/pullProgress', { limit: 500 })
  if (!Array.isArray(entries)) fault('sync/pullProgress should answer entries')
}

async function tryRecommendations(): Promise<void> {
  const library = [{ seriesId: SERIES, title: words, readingStatus: 'completed', booksRead: 3, booksOwned: 3 }]
  const { recommendations } = await call('recommendations/get', { library, limit: 20 })
  if (!Array.isArray(recommendations)) return fault('recommendations/get should answer recommendations')
  for (const one of recommendations)
    if (!one.externalId || !one.title || !one.reason) fault('each recommendation needs externalId, title and reason')
}
