#!/usr/bin/env node
// Runs Lectern with its own Node: TypeScript as it stands needs a newer one than many machines have.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { spareMemory } from './spare-memory.js'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= 26) {
  spareMemory()
  // From the second start on the types need not be stripped again: a third less time and memory. It lies here and not in
  // the machine's temporary folder, where others could put something into it; elsewhere if whoever starts us says so.
  const kept = process.env.NODE_COMPILE_CACHE || fileURLToPath(new URL('../node_modules/.cache/lectern', import.meta.url))
  module.enableCompileCache(kept)
  // Threads look here and nowhere else.
  process.env.NODE_COMPILE_CACHE = kept
  process.argv[1] = main
  await import('../src/main.ts')
} else {
  const name = process.platform === 'win32' ? 'node.cmd' : 'node'
  const own = fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url))
  if (!existsSync(own)) {
    console.error('lectern: its own Node is not installed; run "npm ci" first')
    process.exit(1)
  }
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const child = spawn(own, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0)
  })
}
