import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestServer } from '../../test/server.ts'
import { databaseFile } from '../store/open.ts'

// SQLite only: with PostgreSQL there is no file.
it('refuses the server’s own database without opening it, which would release its locks', async () => {
  const server = await openTestServer('sqlite', {})
  const { data_dir: dataDir } = server.lectern.context.config
  const [file, link] = [databaseFile(dataDir), join(dataDir, 'linked.sqlite')]
  symlinkSync(file, link)
  for (const path of [file, `${file}-wal`, `${file}-shm`, dataDir, link]) {
    const { id } = (await server.request('POST', 'admin/imports', { as: server.admin, body: { path } })).json
    await server.waitForIdle()
    const { status, error } = (await server.request('GET', `admin/imports/${id}`, { as: server.admin })).json
    expect([path, status, error]).toEqual([
      path,
      'failed',
      expect.stringMatching(/supported program|several databases/),
    ])
  }
  // Whoever is alone with a database may take its log away.
  const beAlone = `const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(process.argv[1])
    database.exec('pragma locking_mode = exclusive')
    database.exec('select count(*) from book')`
  const isAlone = () => execFileSync(process.execPath, ['--no-warnings', '-e', beAlone, file], { stdio: 'pipe' })
  expect(isAlone).toThrow('database is locked')
  await server.close()
})
