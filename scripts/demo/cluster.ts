import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openPostgres } from '../../test/postgres.ts'
import { openAlternatingProxy } from './alternating-proxy.ts'

/**
 * Two servers and two workers on one PostgreSQL, behind a proxy that alternates between the servers. Replaces a single
 * server: JOURNEY_SERVER=scripts/demo/cluster.ts vitest run --project journey
 */
const { values } = parseArgs({
  options: { data: { type: 'string' }, port: { type: 'string' } },
  allowPositionals: true,
})
const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const postgres = await openPostgres()
const env = {
  ...process.env,
  LECTERN_DATABASE__URL: postgres.url,
  LECTERN_SERVER__TRUSTED_PROXIES: '127.0.0.1',
  // Otherwise requests through a proxy would need it for the first account.
  LECTERN_AUTH__SETUP_TOKEN: 'off',
}

const servers = await Promise.all([start('serve', 0), start('serve', 0)])
const workers = await Promise.all([start('worker', 1), start('worker', 1)])
const targets = servers.map(({ url }) => new URL(url))
const proxy = await openAlternatingProxy(Number(values.port), targets)

await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
process.stderr.write(`Requests to each server: ${proxy.counts.join(', ')}\n`)
proxy.close()
const all = [...servers, ...workers].map(({ child }) => child)
await Promise.all(
  all.map((child) => {
    child.kill('SIGTERM')
    return child.exitCode === null ? once(child, 'exit') : undefined
  }),
)
await postgres.stop()
process.exit()

function start(command: 'serve' | 'worker', tasks: number): Promise<{ child: ChildProcess; url: string }> {
  const listen = command === 'serve' ? ['--port', '0', '--host', '127.0.0.1'] : []
  const child = spawn(process.execPath, [main, command, '--data', values.data!, ...listen], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, LECTERN_TASKS__WORKERS: String(tasks) },
  })
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${command} did not start`)))
    child.stdout!.on('data', (text: Buffer) => {
      const [url] = /http:\/\/[^\s,]+/.exec(String(text)) ?? []
      if (url || String(text).includes('worker started')) resolve({ child, url: url ?? '' })
    })
  })
}
