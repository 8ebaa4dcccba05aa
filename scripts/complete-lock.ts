import { readFileSync, writeFileSync } from 'node:fs'

// `npm ci` refuses a lock file that lacks a package for another platform, and npm omits such packages if its registry
// doesn't have them. This adds them again: `node scripts/complete-lock.ts` after changing dependencies.

interface Locked {
  version?: string
  dev?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
  os?: string[]
  cpu?: string[]
  libc?: string[]
  engines?: Record<string, string>
}

const file = 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> }
const packages = lock.packages
for (const owner of Object.values({ ...packages })) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`
    // Only packages for a single platform: anything else that is missing is a mistake that must be seen.
    if (packages[key] || !/^\d+\.\d+\.\d+/.test(version) || !platformOf(name)) continue
    packages[key] = { version, ...platformOf(name), ...(owner.dev && { dev: true }), optional: true }
    console.log(`${name}@${version}`)
  }
}
const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`)

function platformOf(name: string): Pick<Locked, 'os' | 'cpu' | 'libc'> | undefined {
  const parts = name.slice(name.lastIndexOf('/') + 1).split('-')
  const os = parts.find((part) => ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'].includes(part))
  const cpu = parts.find((part) =>
    ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'].includes(part),
  )
  if (!cpu) return undefined
  const libc = parts.some((part) => part.startsWith('musl')) ? 'musl' : parts.includes('gnu') ? 'glibc' : undefined
  return { ...(os && { os: [os] }), cpu: [cpu], ...(libc && os === 'linux' && { libc: [libc] }) }
}
