import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeUser } from '../../../test/rows.ts'
import { permissions } from '../../contract/enum-values.ts'
import { permissionsOfRole } from '../../contract/permissions.ts'
import { addImportSource } from '../../store/import/sources.ts'
import type { Db } from '../../store/open.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { exportRecords } from '../export/export-records.ts'
import { ImportReporter } from '../import-report.ts'
import type { UserRecord } from '../records.ts'
import type { ApiKeyRecord } from '../user-records.ts'
import { applyApiKeys } from './apply-api-keys.ts'
import type { ImportRunState } from './import-run-state.ts'

onBothDatabases((open) => {
  const key = (userId: string, lookup: string, more: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
    ...{ type: 'key', id: lookup, userId, name: lookup, scheme: 'stump', lookup, verifier: 'ab'.repeat(32) },
    ...{ createdAt: 1, expiresAt: null, lastUsedAt: null, ...more },
  })
  const account = (role: UserRecord['role'], more: Partial<UserRecord> = {}) =>
    ({ type: 'user', role, isActive: true, ...more }) as UserRecord

  /** All their accounts map to the same administrator. */
  const run = async (db: Db, accounts: Record<string, UserRecord>, keys: readonly ApiKeyRecord[], userId: number) => {
    const source = await db.transaction((tx) => addImportSource(tx, { name: 'x', createdBy: null }, 1))
    const report = new ImportReporter()
    const state = {
      ...{ deps: { db }, report, sourceId: source.id, isDryRun: false, readAt: 1, dryRunWrites: new Map() },
      people: new Map(Object.keys(accounts).map((id) => [id, { id: userId, isNew: false }])),
      accounts: new Map(Object.entries(accounts)),
    } as unknown as ImportRunState
    await applyApiKeys(state, keys, true)
    return report
  }
  const permissionsIn = async (db: Db) => {
    const rows = await db.query.selectFrom('api_key').select(['name', 'permissions']).execute()
    return Object.fromEntries(rows.map((row) => [row.name, JSON.parse(row.permissions)]))
  }

  it('a key may do what it could do there, also as one of an administrator here', async () => {
    const { db } = await open()
    const { id } = await db.transaction((tx) => makeUser(tx, { role: 'admin' }))
    const accounts = {
      admin: account('admin'),
      reader: account('reader', { permissions: ['UsersRead'] }),
      odd: account('emperor' as never),
      gone: account('admin', { isActive: false }),
    }
    const keys = [
      key('admin', 'whole'),
      key('admin', 'part', { permissions: ['BooksRead', 'moon'] }),
      key('admin', 'nothing', { permissions: [] }),
      key('reader', 'whole-of-reader'),
      key('reader', 'more-than-reader', { permissions: ['BooksRead', 'UsersRead', 'SystemAdmin'] }),
      key('reader', 'Lectern1', { scheme: 'lectern', permissions: ['BooksRead', 'SystemAdmin'] }),
      key('odd', 'whole-of-odd'),
      key('gone', 'disabled'),
    ]
    const report = await run(db, accounts, keys, id)
    expect(await permissionsIn(db)).toEqual({
      whole: permissions,
      part: ['BooksRead'],
      nothing: [],
      'whole-of-reader': permissions.filter((one) => one === 'UsersRead' || permissionsOfRole.reader.includes(one)),
      'more-than-reader': ['BooksRead', 'UsersRead'],
      Lectern1: ['BooksRead'],
      'whole-of-odd': permissions.filter((one) => permissionsOfRole.reader.includes(one)),
    })
    expect(report.items).toMatchObject([{ name: 'disabled', detailReason: { code: 'import_disabled' } }])
  })

  it('a key whose hash is none is left out: whoever presented it would get an internal error', async () => {
    const { db } = await open()
    const { id } = await db.transaction((tx) => makeUser(tx, { role: 'admin' }))
    const keys = [
      key('admin', 'abcdefgh', { scheme: 'lectern', verifier: 'zz' }),
      key('admin', '0'.repeat(16), { scheme: 'sha512', verifier: 'ab'.repeat(32) }),
      key('admin', 'codex_0', { scheme: 'codex', verifier: 'ab'.repeat(32) }),
      key('admin', 'half', { verifier: 'abc' }),
    ]
    const report = await run(db, { admin: account('admin') }, keys, id)
    expect(await permissionsIn(db)).toEqual({})
    expect(report.items.map(({ reason }) => reason)).toEqual(keys.map(() => 'invalid_value'))
  })

  it('an imported key that is exported and imported again stays as limited', async () => {
    const { db } = await open()
    const user = await db.transaction((tx) => makeUser(tx, { role: 'admin' }))
    await run(db, { admin: account('admin') }, [key('admin', 'part', { permissions: ['BooksRead'] })], user.id)
    const exported: ApiKeyRecord[] = []
    for await (const record of exportRecords(db, { find: async () => undefined }))
      if (record.type === 'key') exported.push(record)
    expect(exported).toMatchObject([{ scheme: 'stump', lookup: 'part', permissions: ['BooksRead'] }])
    await db.transaction((tx) => tx.deleteFrom('api_key').execute())
    await run(db, { [bytesToUuid(user.uid)]: account('admin') }, exported, user.id)
    expect(await permissionsIn(db)).toEqual({ part: ['BooksRead'] })
  })
})
