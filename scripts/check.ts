import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, resolve } from 'node:path'

// npm run check: types of the server, the web interface, its service worker and its journeys, style, unused code. All
// of them run, the longest first, and several at once: most of them use one CPU. Each prints its output when it is
// done.
const root = resolve(import.meta.dirname, '..')
const lanes = Math.min(2, availableParallelism())
// Each checker computes the shared types itself: with more checkers than idle CPUs, all take longer.
const tsc = ['tsc', '--noEmit', '--checkers', String(Math.max(1, Math.floor(availableParallelism() / lanes)))]
const checks: Record<string, string[]> = {
  types: [...tsc, '-p', '.'],
  'types of web': [...tsc, '-p', 'web'],
  'types of the journeys': [...tsc, '-p', 'web/journeys'],
  'unused code': ['knip'],
  'types of the service worker': [...tsc, '-p', 'web/tsconfig.worker.json'],
  style: ['biome', 'check', '--error-on-warnings', '.'],
  languages: [process.execPath, 'scripts/languages.ts', '--check'],
}
const PATH = `${resolve(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
const waiting = Object.entries(checks)
const failed: string[] = []
const runs = Array.from({ length: lanes }, async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, command] = next
    const why = await run(command)
    if (why !== undefined) failed.push(why ? `${name} (${why})` : name)
  }
})
await Promise.all(runs)
if (failed.length > 0) {
  const hint = existsSync(resolve(root, 'node_modules/.bin/tsc')) ? '' : ' Run "npm ci" first.'
  console.error(`These checks failed: ${failed.join(', ')}.${hint}`)
  process.exitCode = 1
}

/** Undefined if it succeeded; otherwise why it couldn't be run, or an empty text. */
function run([command, ...args]: string[]): Promise<string | undefined> {
  return new Promise((done) => {
    const child = spawn(command!, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH },
      shell: process.platform === 'win32',
    })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part))
    child.once('error', (error) => done(error.message))
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(output))
      done(code === 0 ? undefined : '')
    })
  })
}
