import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { copyForeignDatabase } from './copy-foreign-database.ts'
import { openForeignDatabase } from './foreign-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'copy-foreign-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function copied(from: string): Promise<unknown[]> {
  const to = join(folder, 'copy.db')
  await copyForeignDatabase(from, to, { timeoutMs: 1 })
  expect(statSync(to).mode & 0o777).toBe(0o600)
  const copy = openForeignDatabase(to)
  const rows = [...copy.rows('t', ['a'])].map((row) => row.a)
  copy.close()
  return rows
}

it('reads the write-ahead log of a read-only database', async () => {
  const live = new DatabaseSync(join(folder, 'live.db'))
  live.exec('pragma journal_mode = wal; create table t (a); insert into t values (1)')
  live.exec('pragma wal_checkpoint(truncate); insert into t values (2)')
  for (const end of ['', '-wal']) {
    copyFileSync(`${join(folder, 'live.db')}${end}`, join(folder, `readonly.db${end}`))
    chmodSync(join(folder, `readonly.db${end}`), 0o444)
  }
  live.close()
  // As in a folder that can't be written: nothing can be made here.
  mkdirSync(join(folder, 'readonly.db-shm'))
  expect(await copied(join(folder, 'readonly.db'))).toEqual([1, 2])
})

it('leaves out an unfinished transaction of a locked database', async () => {
  const path = join(folder, 'busy.db')
  const busy = new DatabaseSync(path)
  busy.exec('pragma journal_mode = delete; pragma cache_size = 5; create table t (a, b)')
  busy.exec(`with recursive c(n) as (select 1 union all select n + 1 from c where n < 500)
    insert into t select n, hex(zeroblob(200)) from c`)
  busy.exec('begin exclusive; update t set a = -a; insert into t select a, b from t')
  const rows = await copied(path)
  busy.exec('rollback')
  busy.close()
  expect(rows).toEqual(Array.from({ length: 500 }, (_, index) => index + 1))
})

it.each(['wal', 'delete'])('copies whole transactions while another process keeps writing (%s)', async (mode) => {
  const path = join(folder, `written-${mode}.db`)
  const db = new DatabaseSync(path)
  db.exec(`pragma journal_mode = ${mode}; create table t (a); create table u (a)`)
  db.close()
  // Every transaction adds one row to each table, and never waits: the log isn't merged meanwhile.
  const program = `
    const { DatabaseSync } = require('node:sqlite')
    const db = new DatabaseSync(process.argv[1], { timeout: 5000 })
    db.exec('pragma wal_autocheckpoint = 0; pragma synchronous = off')
    for (let n = 0; ; n += 1) {
      db.exec('begin; insert into t values (' + n + '); insert into u values (hex(randomblob(500))); commit')
      if (n === 200) process.stdout.write('ready')
    }`
  const writer = spawn(process.execPath, ['-e', program, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(writer.stdout, 'data')
    let rows = 0
    for (let copies = 0; copies < 3; copies += 1) {
      const to = join(folder, `copy-${mode}.db`)
      await copyForeignDatabase(path, to)
      const copy = openForeignDatabase(to)
      const [first, second] = [copy.count('t'), copy.count('u')]
      copy.close()
      expect(first).toBe(second)
      expect(first).toBeGreaterThan(rows)
      rows = first
    }
  } finally {
    writer.kill('SIGKILL')
    await once(writer, 'exit')
  }
})
