import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { endProcessesOf, removeFoldersOf } from './test/leftovers.ts'
import { Results, readResults } from './test/results.ts'
import { endRunningStep, runStep } from './test/step.ts'

// npm test: everything that must hold. Types, style and unused code, then all tests; with arguments for Vitest only the
// tests they select. However it ends, no process it started is left running, and the last line is the result.

process.chdir(resolve(import.meta.dirname, '..'))
const minutes = Number(process.env.TEST_DEADLINE_MINUTES) || 40
const deadline = Date.now() + minutes * 60_000
const total = new Results()
const notes: string[] = []
/** The results file of the current step. */
let current: string | undefined
let isEnding = false

// Anything a test leaves behind, for instance because it was killed, is deleted with this folder.
const folder = mkdtempSync(join(tmpdir(), 'lectern-run-'))
// PostgreSQL may run as another user and needs access.
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
// A shell between npm and this process doesn't pass signals on; then the parent is gone.
const parent = process.ppid
setInterval(() => process.ppid !== parent && void breakOff('whoever started the tests has gone', 143), 1000).unref()

// Settings of a server on this machine must not apply to those of the tests.
const isForeign = (name: string) => name.startsWith('LECTERN_') && name !== 'LECTERN_CORPUS'
const env: Record<string, string | undefined> = {
  // Servers and threads that tests start needn't strip the types again each time: scripts/test/fill-compile-cache.ts.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/lectern-tests'),
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isForeign(name))),
  TEST_ANSWERS: 'strict',
}

const namedFiles = process.argv.slice(2)
const isJourney = (file: string) => file.endsWith('.journey.ts')
// A shared machine may starve a test; on its own it has what it needs. Locally every failure is shown.
const mayRepeat = process.env.CI ? () => true : isJourney
/** The later rounds repeat what failed before. */
const rounds = process.env.CI ? 3 : 2
await runStep(process.execPath, ['scripts/test/fill-compile-cache.ts'], { folder, env, deadline })
if (namedFiles.length > 0) total.add(await runAgainWhatFailed('asked', [], namedFiles))
else {
  await check()
  total.add(await runAgainWhatFailed('tests', ['--project', 'web', '--project', 'unit', '--project', 'store']))
  // The browser journeys separately: beside a database and a few hundred tests they would only wait.
  total.add(await runAgainWhatFailed('journeys', ['--project', 'journey']))
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
 * A browser that crashes fails a whole file, and the tests of a file are steps of one story that can't be repeated
 * singly: a failed file is run again as a whole, with a new server. The summary names what failed before.
 */
async function runAgainWhatFailed(name: string, projects: string[], files: string[] = []): Promise<Results> {
  const settled = new Results()
  for (let round = 1; ; round++) {
    env.TEST_ROUND = String(round)
    const results = await runTests(`${name}-${round}`, [...projects, ...files])
    const failed = [...results.failedFiles].filter(mayRepeat)
    if (failed.length === 0 || round === rounds || Date.now() > deadline) {
      settled.add(results)
      return settled
    }
    console.log(`\nOnce more, because they failed: ${failed.join(', ')}`)
    for (const each of results.failed) notes.push(`Failed in round ${round}: ${each}`)
    settled.add(readResults(join(folder, `${name}-${round}.results`), new Set(failed)))
    files = failed
  }
}

/** Results available by then count. */
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
