import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { makeZip } from '../../bench/sample-library/zip.ts'
import { createPostgresDatabase } from '../../test/postgres.ts'
import { sendRequest, signIn, start, until } from '../../test/processes.ts'
import type { FaultContext } from './fault.ts'

type Victim = 'nobody' | 'who walks the folders' | 'a worker' | 'a server'

/** Two servers and two workers scan a library; one is killed half-way. The library must be the same as without that. */
export async function killedMidScan(context: FaultContext): Promise<void> {
  const root = join(context.folder, 'books')
  writeBooks(root, context.books)
  const whole = await scanned(context, root, 'nobody')
  for (const victim of ['who walks the folders', 'a worker', 'a server'] as const) {
    const { digest, seconds } = await scanned(context, root, victim)
    context.expect(
      `${context.books} books, ${victim} killed: the same library, in ${seconds} s`,
      digest === whole.digest,
    )
  }
}

async function scanned(
  context: FaultContext,
  root: string,
  victim: Victim,
): Promise<{ digest: string; seconds: number }> {
  const database = await createPostgresDatabase(context.postgres.url, { template: 'template0' })
  const began = performance.now()
  const data = join(context.folder, victim.replaceAll(' ', '-'))
  const settings = { DATABASE__URL: database.url }
  const servers = [await start({ data, settings }), await start({ data, settings })]
  const doing = { command: 'worker', data, settings: { ...settings, TASKS__WORKERS: '1' } } as const
  const workers = [await start(doing), await start(doing)]
  const as = await signIn(servers[0]!.url)
  const library = await sendRequest(servers[0]!.url, 'libraries', { as, body: { name: 'Books', path: root } })
  await sendRequest(servers[1]!.url, `libraries/${library.json.id}/scan`, { as, method: 'POST' })
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  const count = async (question: string) => Number(Object.values((await client.query(question)).rows[0])[0])
  const read = () => count('select count(*) from book where analyzed = 1')
  if (victim === 'who walks the folders') {
    await until(
      'the first are found',
      async () => (await count('select count(*) from book')) >= context.books / 10,
      600_000,
    )
    const { rows } = await client.query("select worker from task where type = 'scan_library' and status = 'running'")
    const walks = workers.find(({ child }) => rows[0]?.worker.includes(`:${child.pid}:`))
    context.expect('a worker is still walking', walks !== undefined)
    await walks?.kill()
  }
  await until('half is read', async () => (await read()) >= context.books / 2, 600_000)
  if (victim === 'a worker') await workers[0]!.kill()
  if (victim === 'a server') await servers[0]!.kill()
  await until('all is read', async () => (await read()) === context.books, 600_000)
  const open = "select count(*) from task where status in ('pending', 'running')"
  await until('nothing is left to do', async () => (await count(open)) === 0, 120_000)
  const rows = await client.query(
    `select b.path, b.title, b.sort_key, b.number_text, b.page_count, b.hash, b.analysis_error, b.deleted_at, b.cover_color,
       s.path as series, s.title as series_title, s.book_count, s.page_count as series_pages
     from book b join series s on s.id = b.series_id order by b.path`,
  )
  const failures = await count("select count(*) from task where status = 'failed'")
  context.expect(`${victim} killed: no task failed`, failures === 0)
  const seconds = Math.round((performance.now() - began) / 1000)
  await client.end()
  for (const one of [...servers, ...workers]) await one.kill()
  await database.drop()
  return { digest: createHash('sha256').update(JSON.stringify(rows.rows)).digest('hex'), seconds }
}

export function writeBooks(root: string, many: number): void {
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  for (let n = 0; n < many; n += 1) {
    const series = join(root, `Series ${Math.floor(n / 20)}`)
    if (n % 20 === 0) mkdirSync(series, { recursive: true })
    const pages = Array.from({ length: 1 + (n % 4) }, (_, page) => ({ name: `${page}.gif`, bytes: pixel }))
    writeFileSync(join(series, `Volume ${(n % 20) + 1}.cbz`), makeZip(pages, `book ${n}`))
  }
}
