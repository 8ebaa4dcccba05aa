import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

// npm run check: types of the server, the web interface, its service worker and its journeys, style, unused code. All are tried.
const root = resolve(import.meta.dirname, '..')
const checks = {
  types: ['tsc', '--noEmit', '-p', '.'],
  'types of web': ['tsc', '--noEmit', '-p', 'web'],
  'types of the service worker': ['tsc', '--noEmit', '-p', 'web/tsconfig.worker.json'],
  'types of the journeys': ['tsc', '--noEmit', '-p', 'web/journeys'],
  style: ['biome', 'check', '--error-on-warnings', '.'],
  'unused code': ['knip'],
  languages: [process.execPath, 'scripts/languages.ts', '--check'],
}
const PATH = `${resolve(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
const failed = Object.entries(checks).flatMap(([name, [command, ...args]]) => {
  const { status, error } = spawnSync(command!, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH },
    shell: process.platform === 'win32',
  })
  if (status === 0) return []
  return [error ? `${name} (${error.message})` : name]
})
if (failed.length > 0) {
  const hint = existsSync(resolve(root, 'node_modules/.bin/tsc')) ? '' : ' Run "npm ci" first.'
  console.error(`These checks failed: ${failed.join(', ')}.${hint}`)
  process.exitCode = 1
}
