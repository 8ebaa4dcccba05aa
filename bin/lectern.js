#!/usr/bin/env node
// Runs Lectern with its own Node: TypeScript as it stands needs a newer one than many machines have.
import { fileURLToPath } from 'node:url'
import { registerImportHooks } from './import-hooks.js'
import { enableCompileCache } from './compile-cache.js'
import { isNewEnough, runOwnNode } from './run-own-node.js'
import { restartWithMemorySettings, memorySettings } from './memory-settings.js'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

if (isNewEnough) {
  restartWithMemorySettings()
  enableCompileCache()
  registerImportHooks()
  process.argv[1] = main
  await import('../src/main.ts')
} else {
  // At once as it is to be: it would start itself anew otherwise.
  await runOwnNode([fileURLToPath(import.meta.url), ...process.argv.slice(2)], memorySettings())
}
