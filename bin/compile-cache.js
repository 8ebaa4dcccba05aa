import { existsSync, opendirSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Where compiled code is kept between starts, so that the types need not be stripped again: a third less time and memory. It
 * lies here and not in the machine's temporary folder, where others could put something into it; elsewhere if whoever starts
 * us says so.
 */
export const compileCacheFolder = () =>
  process.env.NODE_COMPILE_CACHE || fileURLToPath(new URL('../node_modules/.cache/lectern', import.meta.url))

export function enableCompileCache() {
  const { directory } = module.enableCompileCache(compileCacheFolder())
  // Threads look here and nowhere else.
  process.env.NODE_COMPILE_CACHE = compileCacheFolder()
  // The first time another process strips the types: this one, and each of its threads, would keep the compiler in memory. A
  // package has none to strip, and listens a second after it was installed.
  if (!directory || !existsSync(sources) || !isEmpty(directory)) return
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  spawnSync(process.execPath, [compileAll], { stdio: 'ignore', timeout: 60_000 })
}

const sources = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const compileAll = fileURLToPath(new URL('./compile-all.js', import.meta.url))

function isEmpty(folder) {
  const entries = opendirSync(folder)
  try {
    return entries.readSync() === null
  } finally {
    entries.closeSync()
  }
}
