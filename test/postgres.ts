import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type PostgresBinaries, PostgresUnavailable, preparePostgres } from './postgres-binaries.ts'

/** The migrated template of the test databases. */
export const postgresTemplate = 'lectern_template'

export interface Postgres {
  url: string
  /** The id of the parent process. */
  pid(): number
  /** Stops it as an administrator would, and keeps the data. */
  halt(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

/** The data is thrown away: durability would only slow the tests down. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Its log would otherwise grow to a gigabyte before space is used again.
  max_wal_size: '128MB',
  max_connections: '300',
  listen_addresses: '127.0.0.1',
  // Nothing outside its own folder: /tmp may not be accessible to it, and /dev/shm is small in a container.
  unix_socket_directories: '',
  dynamic_shared_memory_type: process.platform === 'win32' ? 'windows' : 'mmap',
}

/** Starts a separate PostgreSQL. Throws a PostgresUnavailable if that isn't possible. */
export async function openPostgres(): Promise<Postgres> {
  const binaries = preparePostgres()
  const data = join(binaries.folder, 'data')
  const clean = () => {
    for (const folder of binaries.created) rmSync(folder, { recursive: true, force: true })
  }
  let server: ChildProcess | undefined
  // For processes that exit without stopping it.
  const onExit = () => {
    server?.kill('SIGQUIT')
    clean()
  }
  process.once('exit', onExit)
  try {
    initialise(binaries, data)
    // Another process may take the free port before PostgreSQL does.
    let [port, tries] = [await freePort(), 1]
    for (; ; tries++) {
      try {
        server = await start(binaries, data, port)
        break
      } catch (error) {
        if (tries === 3 || !/in use/.test(String(error))) throw error
        port = await freePort()
      }
    }
    const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
    return {
      url: urlAt(port),
      pid,
      async halt() {
        process.kill(pid(), 'SIGINT')
        while (existsSync(join(data, 'postmaster.pid'))) await sleep(20)
      },
      async resume() {
        server = await start(binaries, data, port)
      },
      async stop() {
        if (server) await end(server)
        process.off('exit', onExit)
        clean()
      },
    }
  } catch (error) {
    process.off('exit', onExit)
    clean()
    throw error
  }
}

function initialise({ initdb, user, folder }: PostgresBinaries, data: string): void {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, 'lectern\n')
  if (user.uid !== undefined) chownSync(passwordFile, user.uid, user.gid!)
  const args = [`--pgdata=${data}`, '--auth=password', '--username=lectern', `--pwfile=${passwordFile}`, '--no-sync']
  // Checked for each of thousands of connections.
  args.push('--set=scram_iterations=1')
  const { status, error, stderr } = spawnSync(initdb, [...args, '--encoding=UTF8', '--no-locale'], {
    ...user,
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new PostgresUnavailable(`initdb failed: ${error?.message ?? lastLine(stderr)}`)
}

async function start({ postgres, user, folder }: PostgresBinaries, data: string, port: number): Promise<ChildProcess> {
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(postgres, ['-D', data, '-p', String(port), ...args], {
    ...user,
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  let failure: Error | undefined
  server.stderr!.on('data', (text: Buffer) => {
    said = (said + text).slice(-2000)
  })
  server.once('error', (error) => {
    failure = error
  })
  server.once('exit', () => {
    failure ??= new PostgresUnavailable(`it ended while it started: ${lastLine(said)}`)
  })
  for (const deadline = Date.now() + 120_000; Date.now() < deadline && !failure; await sleep(50)) {
    const client = new pg.Client({ connectionString: urlAt(port) })
    client.on('error', () => {})
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (isUp && !failure) return server
  }
  server.kill('SIGKILL')
  throw failure ?? new PostgresUnavailable(`it did not start within two minutes: ${lastLine(said)}`)
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGINT')
  const isLate = await Promise.race([ended.then(() => false), sleep(20_000, true, { ref: false })])
  if (isLate) server.kill('SIGKILL')
  await ended
}

function urlAt(port: number): string {
  return `postgres://lectern:lectern@127.0.0.1:${port}/postgres`
}

function lastLine(text: string | undefined): string {
  return (
    text
      ?.trim()
      .split('\n')
      .findLast((line) => /FATAL|error/i.test(line)) ??
    text?.trim().split('\n').at(-1) ??
    ''
  )
}

export async function createPostgresDatabase(
  adminUrl: string,
  { name = `t_${process.pid}_${Math.random().toString(36).slice(2, 10)}`, template = postgresTemplate } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  // The other strategy writes every page of the template to the log, which takes twice as long.
  await administer(
    adminUrl,
    `create database ${name} template ${template} encoding 'UTF8' locale 'C' strategy file_copy`,
  )
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
