import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { databaseFile, openDatabase } from '../src/store/open.ts'
import { createPostgresDatabase, openPostgres, postgresTemplate } from './postgres.ts'
import { PostgresUnavailable } from './postgres-binaries.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated SQLite file. */
    sqliteTemplate: string
    /** The PostgreSQL of this run; empty if the machine can't run one. */
    postgresUrl: string
  }
}

/** Migrated databases that tests copy, which is much faster than creating one for each of them. */
export default async function makeTemplates(project: TestProject): Promise<() => Promise<void>> {
  // The tests of one file are steps of one story on one server. With --sequence.shuffle only the files change places.
  project.config.sequence.shuffle = false
  const folder = mkdtempSync(join(tmpdir(), 'lectern-template-'))
  await (await openDatabase({ dataDir: folder })).close()
  project.provide('sqliteTemplate', databaseFile(folder))
  const stopPostgres = project.name === 'store' ? await startPostgres(project) : undefined
  if (project.name === 'store' && !stopPostgres) skipPostgresTests(project)
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await stopPostgres?.()
  }
}

/** One real PostgreSQL for the whole run; each test file gets its own databases in it. */
async function startPostgres(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  try {
    const { url, stop } = await openPostgres()
    const made = await createPostgresDatabase(url, { name: postgresTemplate, template: 'template0' })
    await (await openDatabase({ dataDir: '', url: made.url })).close()
    project.provide('postgresUrl', url)
    return stop
  } catch (error) {
    if (!(error instanceof PostgresUnavailable)) throw error
    process.env.TEST_LACKS_POSTGRES = `PostgreSQL cannot run here: ${error.message}`
    console.error(`${process.env.TEST_LACKS_POSTGRES} Its tests are skipped.`)
    return undefined
  }
}

/** All tests that need it have "on postgres" in their names; the pattern of `-t` still applies. */
function skipPostgresTests({ config, provide }: TestProject): void {
  provide('postgresUrl', '')
  const asked = config.testNamePattern?.source ?? ''
  config.testNamePattern = new RegExp(`^(?!.*\\bon postgres\\b).*${asked}`)
}
