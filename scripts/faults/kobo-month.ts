import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Send } from '../../src/surfaces/kobo/device.fixture.ts'
import { koboFile, simulateMonthOfSyncs } from '../../src/surfaces/kobo/month-of-syncs.fixture.ts'
import { createPostgresDatabase } from '../../test/postgres.ts'
import { sendRequest, signIn, start } from '../../test/processes.ts'
import { type FaultContext, memoryOf } from './fault.ts'

/**
 * Two Kobos of one user over a bad connection: a first sync of everything, then a month of changes. On both databases.
 */
export async function koboMonth({ folder, books, postgres, say, expect }: FaultContext): Promise<void> {
  for (const kind of ['SQLite', 'PostgreSQL']) {
    const library = join(folder, `${kind}-books`)
    for (let n = 0; n < books; n++) {
      const [path, bytes] = koboFile(n)
      mkdirSync(dirname(join(library, path)), { recursive: true })
      writeFileSync(join(library, path), bytes)
    }
    const settings: Record<string, string> = { TASKS__WORKERS: '2' }
    if (kind === 'PostgreSQL')
      settings.DATABASE__URL = (await createPostgresDatabase(postgres.url, { template: 'template0' })).url
    const { url, child, stop } = await start({ data: join(folder, kind), settings })
    const as = await signIn(url)
    const { json: made } = await sendRequest(url, 'libraries', { as, body: { name: 'Books', path: library } })
    const scan = async () => {
      await sendRequest(url, `libraries/${made.id}/scan`, { as, method: 'POST', body: {} })
      for (let quiet = 0; quiet < 3; ) {
        await sleep(200)
        const { json } = await sendRequest(url, 'tasks/stats', { as })
        quiet = json.pending + json.running === 0 ? quiet + 1 : 0
      }
    }
    await scan()
    say(`${kind}: ${books} books`)
    try {
      await simulateMonthOfSyncs(
        {
          library,
          scan,
          say: (line) => say(`  ${line}`),
          send: sendTo(url),
          breaks: true,
          async request(method, path, body) {
            const answer = await sendRequest(url, path, { as, method, body })
            if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.bytes}`)
            return answer.json
          },
        },
        books,
      )
      expect('nothing was lost, sent twice or dropped without need', true)
    } catch (error) {
      say(String(error instanceof Error ? error.stack : error))
      expect('nothing was lost, sent twice or dropped without need', false)
    }
    say(`  memory of the server: ${memoryOf(child.pid!)} MB`)
    expect('it closes in order', (await stop()) === 0)
  }
}

/** With the Host header of a device, which omits the port. */
function sendTo(base: string): Send {
  return (method, path, { body, headers, breaksOff }) =>
    new Promise((resolve, reject) => {
      const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
      const asked = request(`${base}${path}`, {
        method,
        headers: { ...(text && { 'content-type': 'application/json' }), ...headers },
        signal: AbortSignal.timeout(30_000),
      })
      asked.on('error', (error) => (breaksOff ? resolve(undefined) : reject(error)))
      asked.on('response', (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () => {
          const bytes = Buffer.concat(parts)
          const isJson = /json/.test(answer.headers['content-type'] ?? '') && bytes.length > 0
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            bytes,
            json: isJson ? JSON.parse(bytes.toString()) : undefined,
          })
        })
      })
      asked.end(text)
      // The request is sent, and the response is ignored.
      if (breaksOff) asked.once('finish', () => setImmediate(() => asked.destroy()))
    })
}
