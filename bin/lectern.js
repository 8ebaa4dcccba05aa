#!/usr/bin/env node
// Runs Lectern with its own Node: TypeScript as it stands needs a newer one than many machines have.
import { fileURLToPath } from 'node:url'
import { trustExactImports } from './exact-imports.js'
import { keepCompiled } from './keep-compiled.js'
import { isNewEnough, runOwnNode } from './run-own-node.js'
import { spareMemory, sparing } from './spare-memory.js'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

if (isNewEnough) {
  spareMemory()
  keepCompiled()
  trustExactImports()
  process.argv[1] = main
  await import('../src/main.ts')
} else {
  // At once as it is to be: it would start itself anew otherwise.
  await runOwnNode([fileURLToPath(import.meta.url), ...process.argv.slice(2)], sparing())
}
