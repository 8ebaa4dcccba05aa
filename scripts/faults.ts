import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openPostgres } from '../test/postgres.ts'
import { stopAll } from '../test/processes.ts'
import { databaseAway } from './faults/database-away.ts'
import { diskFull } from './faults/disk-full.ts'
import type { Fault, FaultContext } from './faults/fault.ts'
import { killedMidScan } from './faults/killed-mid-scan.ts'
import { koboMonth } from './faults/kobo-month.ts'
import { manyListeners } from './faults/many-listeners.ts'
import { manyLogins } from './faults/many-logins.ts'
import { processesUnderLoad } from './faults/processes-under-load.ts'
import { stalledClients } from './faults/stalled-clients.ts'

// What the tests do, at a larger scale: npm run faults -- [--books 20000] [--listeners 10000] [NAME…]
const faults: Record<string, Fault> = {
  'killed-mid-scan': killedMidScan,
  'database-away': databaseAway,
  'disk-full': diskFull,
  'many-listeners': manyListeners,
  'processes-under-load': processesUnderLoad,
  'stalled-clients': stalledClients,
  'many-logins': manyLogins,
  'kobo-month': koboMonth,
}
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { books: { type: 'string', default: '2000' }, listeners: { type: 'string', default: '10000' } },
})
const folder = mkdtempSync(join(tmpdir(), 'lectern-faults-'))
const postgres = await openPostgres()
let failed = 0
try {
  for (const [name, fault] of Object.entries(faults)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    console.log(`\n${name}`)
    const context: FaultContext = {
      postgres,
      folder: mkdtempSync(join(folder, `${name}-`)),
      books: Number(values.books),
      listeners: Number(values.listeners),
      say: (line) => console.log(`  ${line}`),
      expect(what, isSo) {
        console.log(`  ${isSo ? 'ok' : 'FAILED'}: ${what}`)
        if (!isSo) failed += 1
      },
    }
    await fault(context)
    await stopAll()
  }
} finally {
  await stopAll()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(failed === 0 ? '\nAll held.' : `\n${failed} did not hold.`)
process.exit(failed === 0 ? 0 : 1)
