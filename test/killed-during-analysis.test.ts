import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { makeFolder, putComic, tidyUp } from './scan-pipeline.ts'

const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await tidyUp()
})

test('a server killed while it reads files reads the rest when it starts again', async () => {
  const root = makeFolder()
  const data = makeFolder()
  for (let n = 1; n <= BOOKS; n++) putComic(root, `Series ${n % 12}/${n}.cbz`, `<Title>Title ${n}</Title>`, 1 + (n % 5))

  const first = start(data, root)
  await until(data, 'select count(*) from book where analyzed = 1', (count) => count >= 10)
  first.kill('SIGKILL')
  await new Promise((ended) => first.once('exit', ended))
  const identities = list(data, 'select id || hex(uid) from book order by id')
  expect(request(data, 'select count(*) from book where analyzed = 1')).toBeLessThan(BOOKS)

  start(data, root)
  await until(data, 'select count(*) from book where analyzed = 1', (count) => count === BOOKS)
  expect(list(data, 'select id || hex(uid) from book order by id')).toEqual(identities)
  expect(request(data, 'select count(*) from book_pages')).toBe(BOOKS)
  expect(request(data, "select count(*) from task where status = 'failed'")).toBe(0)
  expect(request(data, 'select count(*) from series where book_count <> 5')).toBe(0)
}, 600_000)

const BOOKS = 60

function start(data: string, root: string): ChildProcess {
  const main = join(import.meta.dirname, '../src/main.ts')
  const args = [main, '--data', data, '--port', '0', '--host', '127.0.0.1', '--library', root]
  const settings = { LECTERN_TASKS__WORKERS: '1', LECTERN_SCANNER__SETTLE_SECONDS: '0' }
  const child = spawn(process.execPath, args, { stdio: 'ignore', env: { ...process.env, ...settings } })
  children.push(child)
  return child
}

async function until(data: string, question: string, isSo: (count: number) => boolean): Promise<void> {
  for (const end = Date.now() + 240_000; Date.now() < end; await sleep(20)) if (isSo(request(data, question))) return
  throw new Error(`${question}: ${request(data, question)}`)
}

function request(data: string, question: string): number {
  return Number(list(data, question)[0] ?? -1)
}

function list(data: string, question: string): unknown[] {
  try {
    const database = new DatabaseSync(join(data, 'lectern.db'), { readOnly: true, timeout: 5000 })
    try {
      return database
        .prepare(question)
        .all()
        .map((row) => Object.values(row)[0])
    } finally {
      database.close()
    }
  } catch {
    // It doesn't exist yet.
    return []
  }
}
