#!/usr/bin/env node
// Runs Lectern with its own Node: TypeScript as it stands needs a newer one than many machines have.
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { trustExactImports } from './exact-imports.js'
import { isNewEnough, runOwnNode } from './run-own-node.js'
import { spareMemory, sparing } from './spare-memory.js'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

if (isNewEnough) {
  spareMemory()
  // From the second start on the types need not be stripped again: a third less time and memory. It lies here and not in
  // the machine's temporary folder, where others could put something into it; elsewhere if whoever starts us says so.
  const kept = process.env.NODE_COMPILE_CACHE || fileURLToPath(new URL('../node_modules/.cache/lectern', import.meta.url))
  module.enableCompileCache(kept)
  // Threads look here and nowhere else.
  process.env.NODE_COMPILE_CACHE = kept
  process.argv[1] = main
  trustExactImports()
  await import('../src/main.ts')
} else {
  // At once as it is to be: it would start itself anew otherwise.
  await runOwnNode([fileURLToPath(import.meta.url), ...process.argv.slice(2)], sparing())
}
