import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeLibrary, makeSeries } from '../../../test/rows.ts'
import { addImportSource } from '../../store/import/sources.ts'
import { removeRelation, setRelation } from '../../store/relation/relations.ts'
import { ImportReporter } from '../import-report.ts'
import type { RelationRecord } from '../records.ts'
import { applyRelations } from './apply-relations.ts'
import type { ImportRunState } from './import-run-state.ts'

onBothDatabases((open) => {
  it('relates series once, and leaves alone what a person said or removed here', async () => {
    const { db } = await open()
    const { ids, sourceId } = await db.transaction(async (tx) => {
      const library = await makeLibrary(tx)
      const ids = []
      for (let n = 0; n < 4; n++) ids.push((await makeSeries(tx, library)).id)
      await setRelation(tx, ids[0]!, ids[2]!, 'adaptation', 'person')
      await setRelation(tx, ids[0]!, ids[3]!, 'same_universe', 'plugin')
      return { ids, sourceId: (await addImportSource(tx, { name: 'kavita.db', createdBy: null }, 1)).id }
    })
    const related = (seriesId: string, otherId: string, kind: string): RelationRecord => ({
      type: 'relation',
      seriesId,
      otherId,
      kind,
    })
    const records = [
      related('a', 'b', 'sequel'),
      // The same relation from the other series' side.
      related('b', 'a', 'prequel'),
      related('a', 'c', 'spin_off'),
      related('d', 'a', 'main_story'),
      related('a', 'gone', 'sequel'),
      related('a', 'again', 'sequel'),
      related('a', 'b', 'enemy'),
    ]
    const run = async (isDryRun = false) => {
      const state = {
        deps: { db, events: { emit: () => {} } },
        sourceId,
        isDryRun,
        report: new ImportReporter(),
        seriesIds: new Map([...ids.map((id, index) => ['abcd'[index]!, id] as const), ['again', ids[0]!]]),
        seriesReasons: new Map(),
        names: { series: new Map([['a', 'Aurora']]) },
        dryRunWrites: new Map(),
      } as unknown as ImportRunState
      await applyRelations(state, records)
      return state.report
    }
    const stored = async () =>
      (await db.query.selectFrom('series_relation').selectAll().execute())
        .map((row) => `${ids.indexOf(row.series_id)} ${ids.indexOf(row.other_id)} ${row.kind} ${row.source}`)
        .sort()
    const before = await stored()
    const tried = await run(true)
    expect(await stored()).toEqual(before)
    const report = await run()
    expect(tried.counts).toEqual(report.counts)
    expect(report.counts['series relation']).toMatchObject({ rows: 7, imported: 2, unchanged: 2, left: 3 })
    expect(report.items.map(({ name, reason }) => [name, reason])).toEqual([
      ['Aurora → gone', 'series_not_found'],
      ['Aurora → again', 'no_equivalent'],
      ['Aurora → b', 'invalid_value'],
    ])
    expect(await stored()).toEqual(['0 1 sequel person', '0 2 adaptation person', '3 0 main_story person'])
    await db.transaction((tx) => removeRelation(tx, ids[0]!, ids[1]!))
    expect((await run()).counts['series relation']).toMatchObject({ imported: 0, unchanged: 4 })
    expect(await stored()).toHaveLength(2)
  })
})
