import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { endProcessesOf, removeFoldersOf } from './test/leftovers.ts'
import { Results, readResults } from './test/results.ts'
import { endRunningStep, runStep } from './test/step.ts'

// npm test: everything that must hold. Types, style and unused code, then all tests; with arguments for
// Vitest only the tests they ask for. However it ends, nothing it started is left running, and the last line says how it went.

process.chdir(resolve(import.meta.dirname, '..'))
const minutes = Number(process.env.TEST_DEADLINE_MINUTES) || 40
const deadline = Date.now() + minutes * 60_000
const total = new Results()
const notes: string[] = []
/** Where the step that runs now writes its results. */
let current: string | undefined
let isEnding = false

// Whatever a test leaves lying about, for instance because it was ended, goes with this folder.
const folder = mkdtempSync(join(tmpdir(), 'lectern-run-'))
// PostgreSQL may run as another user and has to get through.
chmodSync(folder, 0o711)
const guard = spawn(process.execPath, [resolve('scripts/test/guard.ts')], {
  stdio: ['pipe', 'ignore', 'ignore'],
  detached: true,
})
guard.on('error', () => {})
guard.stdin.on('error', () => {})
guard.stdin.write(folder)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void breakOff(`ended by ${signal}`, signal === 'SIGINT' ? 130 : 143))
}
// A shell between npm and this process does not pass signals on; it is gone then.
const parent = process.ppid
setInterval(() => process.ppid !== parent && void breakOff('whoever started the tests has gone', 143), 1000).unref()

// Settings of a server that somebody runs here are not for those of the tests.
const isForeign = (name: string) => name.startsWith('LECTERN_') && name !== 'LECTERN_CORPUS'
const env: Record<string, string | undefined> = {
  // Servers and threads that tests start need not strip the types again each time.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/lectern-tests'),
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isForeign(name))),
  TEST_ANSWERS: 'strict',
}

const asked = process.argv.slice(2)
const isJourney = (file: string) => file.endsWith('.journey.ts')
// A machine that others share may starve a test; by itself it has what it needs. At home every failure is seen.
const mayRepeat = process.env.CI ? () => true : isJourney
if (asked.length > 0) total.add(await runTwice('asked', [], asked))
else {
  await check()
  total.add(await runTwice('tests', ['--project', 'web', '--project', 'unit', '--project', 'store']))
  // The browser's journeys by themselves: beside a database and a few hundred tests they would only wait.
  total.add(await runTwice('journeys', ['--project', 'journey']))
}
await finish()

/** Counts as one test. */
async function check(): Promise<void> {
  const { code, cut } = await runStep(process.execPath, ['scripts/check.ts'], { folder, env, deadline })
  if (isEnding) await new Promise(() => {})
  if (code === 0) total.passed += 1
  else total.fail(`npm run check${cut ? `: ${cut}` : ''}`)
}

async function runTests(name: string, args: string[]): Promise<Results> {
  const path = join(folder, `${name}.results`)
  writeFileSync(path, '')
  const reporters = ['--reporter=default', '--reporter=./scripts/test/reporter.ts']
  current = path
  const { code, cut } = await runStep('vitest', ['run', ...reporters, ...args], {
    folder,
    env: { ...env, TEST_RESULTS: path },
    deadline,
    results: path,
  })
  if (isEnding) await new Promise(() => {})
  current = undefined
  const results = readResults(path)
  if (cut) notes.push(`Cut short: ${cut}.`)
  if (code !== 0 && results.failed.length === 0) results.fail(`vitest ended with ${code}`)
  return results
}

/**
 * A browser that dies takes a whole file with it: journeys that failed get a second try, with a new server and browser.
 * The summary names what failed at the first try.
 */
async function runTwice(name: string, projects: string[], files: string[] = []): Promise<Results> {
  const first = await runTests(name, [...projects, ...files])
  const again = [...first.failedFiles].filter(mayRepeat)
  if (again.length === 0 || Date.now() > deadline) return first
  console.log(`\nOnce more, because they failed: ${again.join(', ')}`)
  env.TEST_BROWSER_TRY = '2'
  const second = await runTests(`${name}-again`, [...projects, ...again])
  const results = readResults(join(folder, `${name}.results`), new Set(again))
  results.add(second)
  for (const each of first.failed) notes.push(`Failed at the first try: ${each}`)
  return results
}

/** What has a result by then counts. */
async function breakOff(why: string, code: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  endRunningStep()
  if (current) total.add(readResults(current))
  total.fail(why)
  await finish(code)
}

async function finish(code?: number): Promise<never> {
  await endProcessesOf(folder)
  removeFoldersOf(folder)
  const { passed, failed, skipped, skippedCount } = total
  console.log()
  for (const note of notes) console.log(note)
  for (const each of failed.slice(0, 40)) console.log(`Failed: ${each}`)
  if (failed.length > 40) console.log(`Failed: ${failed.length - 40} more`)
  for (const [why, count] of skipped) console.log(`Skipped, ${count}: ${why}`)
  console.log(`${passed} passed, ${failed.length} failed, ${skippedCount} skipped`)
  process.exit(code ?? (failed.length === 0 ? 0 : 1))
}
