import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isImportComplete } from './import-report.ts'
import { type KomgaImport, openKomgaImport } from './komga-import.fixture.ts'

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`odd values in the database of Komga, on ${kind}`, () => {
    let server: KomgaImport['server']
    let komga: KomgaImport['komga']
    let run: KomgaImport['run']
    beforeAll(async () => {
      ;({ server, komga, run } = await openKomgaImport(kind))
      await run()
      // Deleted here since: two changed rows of the same user count as new then, the old ones don't.
      await server.db.transaction((tx) => tx.deleteFrom('progress').where('page', 'in', [2, 4]).execute())
    })
    afterAll(() => server.close())

    it('odd values are put right or explained, and take no other row along', async () => {
      const { db } = komga
      const nul = (text: string) => `'${text}' || char(0) || 'x'`
      db.exec(`
        insert into USER (ID, EMAIL, PASSWORD, SHARED_ALL_LIBRARIES) values ('USR0000000008', 'BOSS@Example.ORG', null, 1);
        insert into USER (ID, EMAIL, PASSWORD, SHARED_ALL_LIBRARIES, AGE_RESTRICTION, AGE_RESTRICTION_ALLOW_ONLY)
          values ('USR0000000009', 'odd@example.org', x'00ff', 'maybe', 999999999999, 1);
        insert into READ_PROGRESS (BOOK_ID, USER_ID, PAGE, COMPLETED, READ_DATE, device_name) values
          ('BOK0000000001', 'USR0000000009', 99999999999, 0, '2099-01-01 00:00:00', ${nul('device')}),
          ('BOK0000000002', 'USR0000000009', 'seven', 'yes', x'0102', null),
          ('BOK0000000002', 'USR0000000009', -3, 0, '1969-01-01 00:00:00', null),
          ('BOK0000000003', 'USR0000000009', 2, 0, 'yesterday', null),
          ('BOK0000000009', 'USR0000000009', 2, 0, '2024-01-01 00:00:00', null),
          ('BOK0000000001', 'USR0000000077', 2, 0, '2024-01-01 00:00:00', null);
        insert into READ_PROGRESS (BOOK_ID, USER_ID, PAGE, COMPLETED, READ_DATE) values
          ('BOK0000000001', 'USR0000000008', 4, 1, '2999-01-01 00:00:00'), ('BOK0000000002', 'USR0000000008', 4, 1, null);
        insert into BOOK select * from BOOK where ID = 'BOK0000000001';
        create temp table twice as select * from BOOK where ID = 'BOK0000000001' limit 1;
        update twice set ID = 'BOK0000000005';
        insert into BOOK select * from twice;
        insert into BOOK select * from twice;
        create table CLIENT_SETTINGS_USER (A);
        insert into CLIENT_SETTINGS_USER values (1), (2);
        insert into READLIST_BOOK values ('RDL0000000404', 'BOK0000000001', 1);
        insert into READLIST values ('RDL0000000002', ${nul('Odd list')}, printf('%.1000000c', 's'), 1);
        insert into READLIST_BOOK values ('RDL0000000002', 'BOK0000000001', 1), ('RDL0000000002', 'BOK0000000001', 1),
          ('RDL0000000002', 'BOK0000000404', 2);
        update SERIES_METADATA set SUMMARY = ${nul('New')}, TITLE = ${nul('Odd')} where SERIES_ID = 'SER0000000002';
        update SERIES_METADATA set TITLE_LOCK = 1, SUMMARY_LOCK = 1 where SERIES_ID = 'SER0000000002'`)
      const { report: dry } = await run({ isDryRun: true })
      const { report } = await run()
      expect(report.errors).toEqual([])
      expect(isImportComplete(report)).toBe(true)
      // Three from before, and eight; both runs report the same.
      expect(report.counts.progress).toMatchObject({ rows: 11, imported: 5, left: 2, failed: 0 })
      expect(dry.counts).toEqual(report.counts)
      expect(report.counts.book!.rows).toBe(7)
      expect(report.counts['readList member']!.rows).toBe(8)
      expect(report.items).toContainEqual(
        expect.objectContaining({ type: 'other table', name: 'client_settings_user' }),
      )
      expect(report.counts['other table']).toMatchObject({ left: report.counts['other table']!.rows })
      const completions = () => server.db.query.selectFrom('completion').select('completed_at').execute()
      const finished = await completions()
      const { report: again } = await run()
      for (const counts of Object.values(again.counts)) expect(counts).toMatchObject({ imported: 0, updated: 0 })
      expect(await completions()).toEqual(finished)
      const { json } = await server.request('GET', 'users?search=odd', { as: server.admin })
      expect(json.data).toMatchObject([{ username: 'odd@example.org' }])
      const people = await server.request('GET', 'users?search=boss', { as: server.admin })
      expect(people.json.data).toHaveLength(1)
      const lists = await server.request('GET', 'readlists', { as: server.admin })
      expect(lists.json.data.map((list: { name: string }) => list.name)).toContain('Odd listx')
      const rows = await server.db.query
        .selectFrom('progress as p')
        .innerJoin('user as u', 'u.id', 'p.user_id')
        .innerJoin('book as b', 'b.id', 'p.book_id')
        .select(['b.path', 'p.page', 'p.done', 'p.read_at'])
        .where('u.username', '=', 'odd@example.org')
        .orderBy('b.path')
        .execute()
      expect(rows.map((row) => [row.path, row.page, row.done])).toEqual([
        ['Aurora/Aurora #2 & more.cbz', expect.any(Number), 1],
        ['Aurora/Aurora 1.cbz', 4, 0],
        ['Novel/novel.epub', expect.any(Number), 0],
      ])
      for (const row of rows) expect(row.read_at).toBeLessThanOrEqual(Date.now())
    })
  })
}
