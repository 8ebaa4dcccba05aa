import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Everything that must hold: types, style, unused code, then all tests. The last line says how it went.

interface Counts {
  passed: number
  failed: number
  skipped: number
}

// Whatever a test leaves lying about, for instance because it was ended, goes with this folder.
const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'))
// PostgreSQL runs as a user of its own and has to get through.
await chmod(folder, 0o711)
const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
try {
  for (const name of ['check', 'check:web']) await check(name)
  const asked = process.argv.slice(2)
  if (asked.length > 0) add(await runTests(join(folder, 'result.json'), asked))
  else {
    // The browser's journeys by themselves: beside a database and a few hundred tests they would only wait.
    add(await runTests(join(folder, 'result.json'), ['--project', 'web', '--project', 'unit', '--project', 'store']))
    add(await runTests(join(folder, 'journeys.json'), ['--project', 'journey']))
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exitCode = counts.failed === 0 ? 0 : 1

/** A check counts as one test. Those that package.json does not have are not asked for. */
async function check(name: string): Promise<void> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> }
  if (scripts[name] === undefined) return
  const code = await execute('npm', ['run', '--silent', name])
  add({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })
}

async function runTests(file: string, more: string[]): Promise<Counts> {
  const code = await execute('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...more,
  ])
  try {
    const result = JSON.parse(await readFile(file, 'utf8'))
    const { numPassedTests: passed, numFailedTests, numPendingTests = 0, numTodoTests = 0 } = result
    // A file that cannot even be loaded has no failed test, but it failed.
    const broken = result.testResults.filter(
      (one: { status: string; assertionResults: unknown[] }) =>
        one.status === 'failed' && one.assertionResults.length === 0,
    ).length
    const known = numFailedTests + broken
    return { passed, failed: known === 0 && code !== 0 ? 1 : known, skipped: numPendingTests + numTodoTests }
  } catch {
    console.error('The tests ended without a result.')
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function execute(command: string, args: string[]): Promise<number> {
  // Servers and threads that tests start need not strip the types again each time.
  const kept = fileURLToPath(new URL('../node_modules/.cache/lectern-tests', import.meta.url))
  const env = { NODE_COMPILE_CACHE: kept, ...process.env, TMPDIR: folder, TEST_ANSWERS: 'strict' }
  const child = spawn(command, args, { stdio: 'inherit', env, shell: process.platform === 'win32' })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

function add({ passed, failed, skipped }: Counts): void {
  counts.passed += passed
  counts.failed += failed
  counts.skipped += skipped
}
