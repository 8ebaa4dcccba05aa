import { writeSync } from 'node:fs'
import { findLibraryForScan } from '../store/library/library-for-scan.ts'
import type { Db } from '../store/open.ts'
import { openDatabase } from '../store/open.ts'
import { openTasks } from '../tasks/tasks.ts'
import { scan } from './scan.ts'
import { pathPredicatesOf } from './walk/path-rules.ts'
import { walk } from './walk/walk.ts'

/**
 * Runs a scan in a separate process that stops at a chosen place and reports it, to be killed there: `<dataDir>
 * <libraryId> <place>`, where a place is `indexScan`, or the number of a transaction followed by `begun`, `worked` or
 * `done` (`2:worked`: everything is written but not committed). `end` runs to completion.
 */
const [dataDir = '', libraryId = '', place = 'end'] = process.argv.slice(2)

let transactions = 0
const db = await openDatabase({ dataDir, writes: 'inline', migrate: false })
const stopping: Db = Object.create(db, {
  transaction: {
    value: async (work: Parameters<Db['transaction']>[0]) => {
      const number = ++transactions
      const outcome = await db.transaction(async (tx) => {
        await stopAt(`${number}:begun`)
        const done = await work(tx)
        await stopAt(`${number}:worked`)
        return done
      })
      await stopAt(`${number}:done`)
      return outcome
    },
  },
})
const coalescer = { emit: () => {}, flush: () => {}, close: () => {} }
const tasks = openTasks({ db: stopping, events: coalescer, link: { wake: () => {}, cancel: () => {} } })
const library = (await findLibraryForScan(db, Number(libraryId)))!
await scan(
  {
    db: stopping,
    tasks,
    coalescer,
    settleMs: 0,
    walk: async function* ({ root, rules }) {
      for await (const met of walk({ root, ...pathPredicatesOf(rules) })) {
        await stopAt('walk')
        yield met
      }
    },
  },
  library,
  { mode: 'normal' },
  { signal: new AbortController().signal, onProgress: () => {} },
)
await db.close()
writeSync(1, `ended after ${transactions}\n`)

async function stopAt(here: string): Promise<void> {
  if (here !== place) return
  writeSync(1, 'stopped\n')
  setInterval(() => {}, 1000)
  await new Promise(() => {})
}
