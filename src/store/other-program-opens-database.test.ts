import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databaseFile, openDatabase } from './open.ts'

test('another program that opens the database does not disturb the server', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-shared-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const serving = await openDatabase({ dataDir })
  await serving.query.selectFrom('book').select('id').execute()
  // As the thread that does the tasks does it, in the same process.
  const working = await openDatabase({ dataDir, writes: 'inline', migrate: false })
  await working.query.selectFrom('book').select('id').execute()

  // Whoever is alone with a database takes its log away when closing it.
  const beAlone = `const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(process.argv[1])
    database.exec('pragma locking_mode = exclusive')
    database.exec('select count(*) from book')`
  const isAlone = () =>
    execFileSync(process.execPath, ['--no-warnings', '-e', beAlone, databaseFile(dataDir)], { stdio: 'pipe' })
  expect(isAlone).toThrow('database is locked')
  await working.close()
  await serving.close()
})
