import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import type { Db, Tx } from '../../store/open.ts'
import { findPlugin } from '../../store/plugin/read.ts'
import { deletePlugin, insertPlugin, updatePlugin } from '../../store/plugin/write.ts'
import type { PluginCalls } from '../bus-calls/plugin-bus.ts'
import { defaultPluginFields } from '../plugin-fields-to-store.ts'
import { autoMatchHandler } from './auto-match-handler.ts'
import type { MatchDeps } from './auto-match-item.ts'

const titles = ['Steel Garden', 'Amber Coast', 'Paper Moons']

onBothDatabases((open) => {
  const setUp = async () => {
    const { db } = await open()
    const manifest = {
      ...{ name: 'finder', displayName: 'Finder', version: '1.0.0', protocolVersion: '1.0' },
      capabilities: { metadataProvider: ['series'] },
    }
    const origin = { kind: 'command' as const }
    const fields = {
      ...{ ...defaultPluginFields(), displayName: 'Finder', command: 'node', origin, manifest, isEnabled: true },
      permissions: ['metadata:write:*'],
    }
    const ids = await db.transaction(async (tx) => {
      await insertPlugin(tx, 'finder', fields, Date.now())
      const library = await makeLibrary(tx)
      const made: number[] = []
      for (const title of titles) {
        const series = await makeSeries(tx, library, { title })
        await makeBook(tx, series)
        made.push(series.id)
      }
      return made
    })
    return { db, ids, plugin: (await findPlugin(db, { name: 'finder' }))! }
  }
  const asker = (db: Db) => db.transaction(async (tx) => (await makeUser(tx, { role: 'admin' })).id)

  /** Matches all series; `change` happens while the plugin works on the first. */
  async function match(db: Db, pluginId: string, params: object, change: (tx: Tx) => Promise<unknown>) {
    let calls = 0
    const plugins: PluginCalls = {
      async call(_id, method, given) {
        if (method.endsWith('/search')) {
          if (calls++ === 0) await db.transaction(change)
          const { query } = given as { query: string }
          return { results: [{ externalId: query, title: query, relevanceScore: 1 }] }
        }
        const { externalId } = given as { externalId: string }
        return { externalId, title: externalId, externalUrl: 'https://x.example', summary: 'found', externalIds: [] }
      },
    }
    const deps = { db, plugins, events: { emit() {} }, metadataEditHooks: { wake() {} } } as unknown as MatchDeps
    const hooks = { signal: new AbortController().signal, progress() {} }
    const task = { params: { pluginId, ...params }, createdAt: Date.now() }
    const result = await autoMatchHandler(async () => deps)
      .run(task as never, hooks as never)
      .catch((error: Error) => error.message)
    const rows = await db.query.selectFrom('series').select('title').where('summary', '=', 'found').execute()
    return { result, applied: rows.map(({ title }) => title).sort() }
  }

  it('leaves out a series that is deleted meanwhile', async () => {
    const { db, ids, plugin } = await setUp()
    const { result, applied } = await match(db, plugin.uid, {}, (tx) =>
      tx.deleteFrom('series').where('id', '=', ids[0]!).execute(),
    )
    expect(result).toMatchObject({ applied: 2, skipped: 1, failed: 0 })
    expect(applied).toEqual(titles.slice(1).sort())
  })

  it.each(['disabled', 'removed'])('applies nothing by a plugin that is %s meanwhile', async (how) => {
    const { db, plugin } = await setUp()
    const { result, applied } = await match(db, plugin.uid, {}, (tx) =>
      how === 'removed' ? deletePlugin(tx, plugin.id) : updatePlugin(tx, plugin.id, { isEnabled: false }, Date.now()),
    )
    expect(result).toBe('The plugin is disabled or was removed.')
    expect(applied).toEqual([])
  })

  it('applies only what the plugin may still write', async () => {
    const { db, plugin } = await setUp()
    const { applied } = await match(db, plugin.uid, {}, (tx) =>
      updatePlugin(tx, plugin.id, { permissions: ['metadata:write:title'] }, Date.now()),
    )
    expect(applied).toEqual([])
  })

  it('stops when the account that requested it is disabled', async () => {
    const { db, plugin } = await setUp()
    const userId = await asker(db)
    const { result } = await match(db, plugin.uid, { userId }, (tx) =>
      tx.deleteFrom('user').where('id', '=', userId).execute(),
    )
    expect(result).toBe('The account that requested this was deleted or disabled.')
  })
})
