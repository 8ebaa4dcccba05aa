import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'

export interface WebBuildOptions {
  /** The project's folder. */
  root: string
  say: (line: string) => void
  /** Runs the builder, which writes into `out`; returns its exit code and output. */
  run?: (root: string, out: string) => Promise<{ code: number; output: string }>
}

/**
 * Makes sure that the built interface exists and matches the sources. A package without the builder uses the existing
 * one. Returns the folder to serve.
 */
export async function ensureWebBuilt({ root, say, run = runVite }: WebBuildOptions): Promise<string> {
  const dist = join(root, 'web', 'dist')
  if (!existsSync(join(root, 'web', 'index.html')) || (run === runVite && !findVite(root))) return dist
  const wanted = await hashWebSources(root)
  const found = await stampIn(dist)
  if (found === wanted) return dist

  const began = performance.now()
  const out = `${dist}-${randomUUID().slice(0, 8)}`
  say(`The web interface is ${found ? 'out of date' : 'missing'} and is being built; this can take a minute`)
  const { code, output } = await run(root, out)
  if (code !== 0) {
    await rm(out, { recursive: true, force: true })
    say(`The web interface could not be built: ${lastLines(output)}`)
    return dist
  }
  await writeFile(join(out, STAMP), wanted)
  await replaceFolder(dist, out, wanted)
  say(`The web interface was built in ${seconds(began)} s`)
  return dist
}

/** Several servers may start at once: each builds in its own folder, and the first to finish puts it in place. */
async function replaceFolder(dist: string, out: string, wanted: string): Promise<void> {
  if ((await stampIn(dist)) !== wanted) {
    await rm(dist, { recursive: true, force: true })
    await rename(out, dist).catch(() => {})
  }
  await rm(out, { recursive: true, force: true })
}

/** Whether the built interface matches the current sources. */
export async function isWebBuilt(root: string): Promise<boolean> {
  return (await stampIn(join(root, 'web', 'dist'))) === (await hashWebSources(root))
}

const STAMP = '.stamp'

function stampIn(dist: string): Promise<string> {
  return readFile(join(dist, STAMP), 'utf8').catch(() => '')
}

/** Changes with every source the build reads, and with the packages it is built from. */
export async function hashWebSources(root: string): Promise<string> {
  const hash = createHash('sha256')
  const web = join(root, 'web')
  const entries = await readdir(web, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/^(?:dist(?:-\w+)?|journeys|node_modules)$/.test(path.slice(web.length + 1).split(sep)[0]!))
    .sort()
  for (const path of [...files, join(root, 'package-lock.json')]) {
    hash.update(path.slice(root.length)).update('\0')
    hash.update(textOf(path)).update('\0')
  }
  return hash.digest('hex')
}

/**
 * Synchronous: four hundred small files one after the other would wait for four hundred turns, and no requests are
 * served yet.
 */
function textOf(path: string): Buffer | string {
  try {
    return readFileSync(path)
  } catch {
    return ''
  }
}

function findVite(root: string): string | undefined {
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve('vite/package.json')
    return join(dirname(manifest), 'bin', 'vite.js')
  } catch {
    return undefined
  }
}

function runVite(root: string, out: string): Promise<{ code: number; output: string }> {
  const config = join('web', 'vite.config.ts')
  const args = [findVite(root)!, 'build', 'web', '--config', config, '--outDir', out, '--logLevel', 'warn']
  return new Promise((resolve) => {
    // Whatever NODE_ENV the server runs with, users get the production interface.
    const env = { ...process.env, NODE_ENV: 'production' }
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

const lastLines = (output: string) => output.trim().split('\n').slice(-4).join(' ').slice(0, 600)
const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1)
