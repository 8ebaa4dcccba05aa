import { expect, it, onTestFinished } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import type { Db } from '../store/open.ts'
import type { PluginMatchAndSyncSettings } from '../store/plugin/read.ts'
import { insertPlugin } from '../store/plugin/write.ts'
import { replaceReleaseSources, updateReleaseSource } from '../store/release/sources.ts'
import { insertUser } from '../store/user/write.ts'
import { enableUserPlugin } from '../store/user-plugin/write.ts'
import { openTasks } from '../tasks/tasks.ts'
import { queueDueMatches } from './matching/auto-match-handler.ts'
import { defaultPluginFields } from './plugin-fields-to-store.ts'
import { isPollDue, queueDuePolls } from './releases/poll-release-source.ts'
import { queueDueSyncs } from './sync/sync-handler.ts'

const SECOND = 1000
const MINUTE = 60_000
const DAY = 86_400_000
/** Five in the morning, where the server is. */
const five = new Date(2026, 10, 18, 5).getTime()
const manifest = {
  name: 'any',
  displayName: 'Any',
  version: '1.0.0',
  protocolVersion: '1.0',
  capabilities: { metadataProvider: ['series'], userReadSync: true, releaseSource: { kinds: ['rss'] } },
}

onBothDatabases((open) => {
  async function withPlugin(settings: PluginMatchAndSyncSettings) {
    const { db } = await open()
    const fields = {
      ...defaultPluginFields(),
      displayName: 'Any',
      command: 'node',
      origin: { kind: 'command' as const },
    }
    const times = { isEnabled: true, reviewedAt: five - 30 * DAY }
    await db.transaction((tx) => insertPlugin(tx, 'any', { ...fields, ...times, settings, manifest }, five - 30 * DAY))
    const { id } = await db.query.selectFrom('plugin').select('id').executeTakeFirstOrThrow()
    return { db, id, tasks: openTasks({ db, events: { emit() {} }, link: { wake() {}, cancel() {} } }) }
  }

  /** How many tasks each look at the schedule queues; all of them are done before the next look. */
  async function queuedAt(db: Db, look: (now: number) => Promise<unknown>, times: readonly number[]) {
    const counts: number[] = []
    for (const now of times) {
      await look(now)
      counts.push((await db.transaction((tx) => tx.deleteFrom('task').returning('id').execute())).length)
    }
    return counts
  }

  it('queues one match per scheduled time, however often a server checks', async () => {
    const { db, tasks } = await withPlugin({ matchCron: '0 5 * * *', matchCronSince: five - DAY - MINUTE })
    const look = (now: number) => queueDueMatches(db, tasks, now)
    // The first is the one of the day before, when no server was running.
    const early = [five - 10 * MINUTE, five - 5 * MINUTE, five - 2, five + 5 * MINUTE - 2, five + 10 * MINUTE]
    expect(await queuedAt(db, look, early)).toEqual([1, 0, 0, 1, 0])
    const late = [five + DAY + 900, five + DAY + 5 * MINUTE - 900, five + DAY + 5 * MINUTE]
    expect(await queuedAt(db, look, late)).toEqual([1, 0, 0])
    // Three days without a server are made up for once.
    expect(await queuedAt(db, look, [five + 4 * DAY + 3 * MINUTE, five + 4 * DAY + 8 * MINUTE])).toEqual([1, 0])
  })

  it('queues one match for several servers whose clocks differ', async () => {
    const { db, tasks } = await withPlugin({ matchCron: '0 5 * * *', matchCronSince: five - MINUTE })
    const all = [five + 2 * SECOND, five, five + 5, five - 3 * SECOND, five + 40 * SECOND]
    const look = () => Promise.all(all.map((now) => queueDueMatches(db, tasks, now)))
    expect(await queuedAt(db, look, [0, 0])).toEqual([1, 0])
  })

  it('ignores times before the schedule was set or the plugin enabled', async () => {
    const { db, tasks } = await withPlugin({ matchCron: '0 5 * * *', matchCronSince: five + MINUTE })
    const look = (now: number) => queueDueMatches(db, tasks, now)
    expect(await queuedAt(db, look, [five + 5 * MINUTE])).toEqual([0])
    await db.transaction((tx) =>
      tx
        .updateTable('plugin')
        .set({ reviewed_at: five + DAY + MINUTE })
        .execute(),
    )
    expect(await queuedAt(db, look, [five + DAY + 5 * MINUTE, five + 2 * DAY])).toEqual([0, 1])
  })

  it('continues after a clock that was years ahead is corrected', async () => {
    const { db, tasks } = await withPlugin({ matchCron: '0 5 * * *', matchCronSince: five - MINUTE })
    const look = (now: number) => queueDueMatches(db, tasks, now)
    expect(await queuedAt(db, look, [five + 2000 * DAY, five, five + 5 * MINUTE, five + DAY])).toEqual([1, 1, 0, 1])
    // Set back by an hour, it doesn't run again.
    expect(await queuedAt(db, look, [five + DAY - 60 * MINUTE, five + DAY])).toEqual([0, 0])
  })

  it('queues one poll per scheduled time, also after the clock was wrong', async () => {
    const { db, id, tasks } = await withPlugin({})
    const source = { sourceKey: 'a', displayName: 'A', kind: 'rss', config: null }
    await db.transaction((tx) => replaceReleaseSources(tx, id, [source], five - 10 * DAY))
    const row = await db.query.selectFrom('release_source').select('id').executeTakeFirstOrThrow()
    const set = (change: Parameters<typeof updateReleaseSource>[2]) =>
      db.transaction((tx) => updateReleaseSource(tx, row.id, change))
    await set({ cron: '0 5 * * *', last_polled_at: five - DAY })
    /** The poll starts on a server whose clock is twenty seconds behind. */
    const look = async (now: number) => {
      await queueDuePolls(db, tasks, now)
      const queued = await db.query.selectFrom('task').select('id').execute()
      if (queued.length > 0) await set({ last_polled_at: now - 20 * SECOND, last_error_at: null, failure_count: 0 })
    }
    expect(await queuedAt(db, look, [five - 5 * MINUTE, five, five + 5 * MINUTE, five + DAY + 7 * MINUTE])).toEqual([
      ...[0, 1, 0, 1],
    ])
    const later = five + 2 * DAY + MINUTE
    for (const wrong of [
      { last_polled_at: later + 900 * DAY },
      { last_error_at: later + 900 * DAY, failure_count: 3 },
    ]) {
      await set({ ...wrong, ...('last_polled_at' in wrong ? {} : { last_polled_at: wrong.last_error_at }) })
      expect(await queuedAt(db, look, [later, later + 5 * MINUTE])).toEqual([1, 0])
    }
  })

  it('queues one sync per connection and scheduled time, also after the clock was wrong', async () => {
    const { db, id, tasks } = await withPlugin({ syncCron: '0 5 * * *' })
    await db.transaction(async (tx) => {
      const user = await insertUser(tx, { username: 'ann', role: 'reader' }, 0)
      await enableUserPlugin(tx, id, user.id, five - DAY)
      await tx.updateTable('user_plugin').set({ auto_sync: 1 }).execute()
    })
    const set = (change: object) => db.transaction((tx) => tx.updateTable('user_plugin').set(change).execute())
    const look = async (now: number) => {
      await queueDueSyncs(db, tasks, now)
      const queued = await db.query.selectFrom('task').select('id').execute()
      if (queued.length > 0) await set({ last_sync_at: now - 20 * SECOND })
    }
    expect(await queuedAt(db, look, [five - MINUTE, five, five + 5 * MINUTE])).toEqual([0, 1, 0])
    await set({ last_sync_at: five + 900 * DAY, last_failure_at: five + 901 * DAY })
    expect(await queuedAt(db, look, [five + DAY, five + DAY + 5 * MINUTE, five + 2 * DAY])).toEqual([1, 0, 1])
  })
})

it('follows local time when daylight saving begins or ends', () => {
  const zone = process.env.TZ
  process.env.TZ = 'Europe/Berlin'
  onTestFinished(() => {
    process.env.TZ = zone
    if (zone === undefined) delete process.env.TZ
  })
  /** Looks every five minutes from midnight to noon, and polls at once when it is due. */
  const polls = (year: number, month: number, day: number) => {
    const polled: string[] = []
    let last = new Date(year, month, day - 1, 12).getTime()
    const noon = new Date(year, month, day, 12).getTime()
    for (let now = new Date(year, month, day).getTime(); now < noon; now += 5 * MINUTE) {
      const source = { cron: '30 2 * * *', last_polled_at: last, last_error_at: null, failure_count: 0, created_at: 0 }
      if (!isPollDue(source, now)) continue
      polled.push(new Date(now).toISOString())
      last = now
    }
    return polled
  }
  // Half past two doesn't exist on the one day, and comes twice on the other.
  expect(polls(2026, 2, 29)).toEqual(['2026-03-29T01:00:00.000Z'])
  expect(polls(2026, 9, 25)).toEqual(['2026-10-25T00:30:00.000Z'])
})
