#!/usr/bin/env node
// Runs Lectern with its own Node: TypeScript as it stands needs a newer one than many machines have.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { registerImportHooks } from './import-hooks.js'
import { enableCompileCache } from './compile-cache.js'
import { endWithLauncher, isNewEnough, runOwnNode } from './run-own-node.js'
import { restartWithMemorySettings, memorySettings } from './memory-settings.js'

// A package holds the sources as JavaScript (scripts/build-package.ts).
const source = new URL('../src/main.ts', import.meta.url)
const main = existsSync(source) ? source : new URL('../lib/main.js', import.meta.url)

if (isNewEnough) {
  endWithLauncher()
  restartWithMemorySettings()
  enableCompileCache()
  registerImportHooks()
  process.argv[1] = fileURLToPath(main)
  await import(main.href)
} else {
  // At once as it is to be: it would start itself anew otherwise.
  const { flags = [], env } = memorySettings() ?? {}
  await runOwnNode([...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)], env)
}
