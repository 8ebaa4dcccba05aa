import { existsSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Runs the project's own Node, in place of this process where that can be done. It cannot be left to npm to find it: npm 10,
 * that of Node 20 and 22, leaves out `node_modules/.bin/node`, because packages for other machines have a command of that
 * name, too.
 */
export async function runOwnNode(args, settings = {}) {
  let own = findOwnNode()
  const lack = own && (await findLack(own))
  if (lack) {
    // Ours cannot start here; the one that runs this may do.
    if (!isNewEnough) {
      console.error(`lectern: ${lack}`)
      process.exit(1)
    }
    own = undefined
  }
  if (own) linkOwnNode(own)
  const node = own ?? (isNewEnough ? process.execPath : undefined)
  if (!node) {
    console.error('lectern: its own Node is not installed; run "npm ci" first')
    process.exit(1)
  }
  Object.assign(process.env, settings)
  process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`
  if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...args], process.env)
  const { spawn } = await import('node:child_process')
  const child = spawn(node, args, { stdio: 'inherit', env: { ...process.env, [LAUNCHER]: String(process.pid) } })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // Who presses Ctrl-C has told the child as well, and a second time would mean: end at once.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0)
  })
}

/**
 * Ends this process properly once the one that started it here is gone, even if that was killed: nobody else knows of it,
 * and it would keep the port. Who runs Lectern in the background is not affected, because that one starts the other.
 */
export function endWithLauncher() {
  const launcher = Number(process.env[LAUNCHER])
  delete process.env[LAUNCHER]
  // On Windows, a process whose parent is gone still names it.
  if (launcher !== process.ppid || process.platform === 'win32') return
  const watch = setInterval(() => {
    if (process.ppid === launcher) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 1000)
  watch.unref()
}

const LAUNCHER = 'OWN_NODE_LAUNCHER'

/** For TypeScript as it stands. */
export const isNewEnough = Number(process.versions.node.split('.')[0]) >= 26

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url))

function findOwnNode() {
  const machine = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  // In a checkout it lies below us, in an installed package most often beside us.
  const folders = [modules, fileURLToPath(new URL('../../', import.meta.url))]
  const names = [`node-${machine}`, `node-bin-${machine}`]
  const places = folders.flatMap((folder) => names.map((name) => `${folder}${name}/bin/${file}`))
  return places.find((place) => existsSync(place))
}

/**
 * What the machine lacks to run it: on a bare Linux a library that most have. Only where it is in none of the usual folders
 * is our Node tried, because that takes time at every start.
 */
async function findLack(own) {
  if (process.platform !== 'linux') return undefined
  const machine = { x64: 'x86_64', arm64: 'aarch64' }[process.arch] ?? process.arch
  const folders = [`/usr/lib/${machine}-linux-gnu`, `/lib/${machine}-linux-gnu`, '/usr/lib64', '/lib64', '/usr/lib']
  if (folders.some((folder) => existsSync(`${folder}/libatomic.so.1`))) return undefined
  const { spawnSync } = await import('node:child_process')
  const { status, stderr, error } = spawnSync(own, ['--version'], { encoding: 'utf8' })
  if (status === 0) return undefined
  const why = /lib\S+\.so\S*(?=:)/.exec(stderr ?? '')?.[0]
  if (why === 'libatomic.so.1') return `its own Node needs ${why}: install the package libatomic1 (Debian) or libatomic`
  return `its own Node does not start here: ${why ?? error?.message ?? stderr.trim().split('\n')[0]}`
}

/** For whoever looks for it where npm should have put it: deploy/lectern.service, a shell. */
function linkOwnNode(own) {
  const link = `${modules}.bin/node`
  if (process.platform === 'win32' || existsSync(link)) return
  try {
    symlinkSync(relative(dirname(link), own), link)
  } catch {
    // Nobody may write here, or somebody else was faster.
  }
}
