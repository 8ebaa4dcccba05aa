import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ThreadedConnection } from './threaded.ts'

test.each([true, false])('a thread that ended is started again if it only reads (%s)', async (readOnly) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-threaded-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const connection = new ThreadedConnection(join(folder, 'later/lectern.db'), { readOnly })
  const ask = () => connection.run('select 1 as one', []).then(({ rows }) => rows[0]?.one)
  await expect(ask()).rejects.toThrow('unable to open')
  mkdirSync(join(folder, 'later'))
  if (readOnly) expect(await ask()).toBe(1)
  else await expect(ask()).rejects.toThrow('unable to open')
  await connection.close()
  await expect(ask()).rejects.toThrow(readOnly ? 'closed' : 'unable to open')
})
