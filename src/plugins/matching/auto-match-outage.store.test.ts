import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries } from '../../../test/rows.ts'
import { findPlugin } from '../../store/plugin/read.ts'
import { insertPlugin } from '../../store/plugin/write.ts'
import type { PluginCalls } from '../bus-calls/plugin-bus.ts'
import { defaultPluginFields } from '../plugin-fields-to-store.ts'
import { autoMatchHandler } from './auto-match-handler.ts'
import type { MatchDeps } from './auto-match-item.ts'

const manifest = {
  name: 'down',
  displayName: 'Down',
  version: '1.0.0',
  protocolVersion: '1.0',
  capabilities: { metadataProvider: ['series'] },
}

onBothDatabases((open) => {
  it('searches again for series that were not found during an outage', async () => {
    const { db } = await open()
    const origin = { kind: 'command' as const }
    const fields = { ...defaultPluginFields(), displayName: 'Down', command: 'node', origin, manifest, isEnabled: true }
    await db.transaction(async (tx) => {
      await insertPlugin(tx, 'down', fields, Date.now())
      await makeBook(tx, await makeSeries(tx, await makeLibrary(tx), { title: 'Steel Garden' }))
    })
    const { uid } = (await findPlugin(db, { name: 'down' }))!
    let isDown = true
    const waits: unknown[] = []
    const plugins: PluginCalls = {
      async call(_id, _method, _params, _timeoutMs, patience) {
        waits.push(patience?.waitMs)
        return { results: [], ...(isDown && { _warning: 'upstream is down' }) }
      },
    }
    const handler = autoMatchHandler(async () => ({ db, plugins }) as unknown as MatchDeps)
    const task = { params: { pluginId: uid, onlyNew: true }, createdAt: Date.now() }
    const hooks = { signal: new AbortController().signal, progress() {} }
    const run = () => handler.run(task as never, hooks as never)
    const readStates = () => db.query.selectFrom('match_state').selectAll().execute()

    expect(await run()).toMatchObject({ total: 1, failed: 1, none: 0 })
    expect(await readStates()).toEqual([])
    isDown = false
    expect(await run()).toMatchObject({ failed: 0, none: 1 })
    expect(await run()).toMatchObject({ skipped: 1 })
    // No user waits for these calls, so they may wait long for their turn.
    expect(new Set(waits)).toEqual(new Set([30 * 60_000]))
  })
})
