import { buildWorker } from '../build-worker.ts'
import { restrictDataFolderPermissions } from '../config/restrict-data-folder-permissions.ts'
import { openEventBridge } from '../events/event-bridge.ts'
import { openEvents } from '../events/events.ts'
import { openPostgresBus } from '../events/postgres-bus.ts'
import { logBackgroundError } from '../runtime/log-background-error.ts'
import { logUncaught } from '../runtime/log-uncaught.ts'
import { openDatabase } from '../store/open.ts'
import { openServerLogger } from '../surfaces/edge/server-logger.ts'
import { type Command, loadConfigFromFlags, UsageError } from './command.ts'
import { forceExitAfter, waitForStopSignal } from './signals.ts'

export const workerCommand: Command = {
  usage: '',
  about:
    'Only run tasks, such as scans and analysis. Several machines can share the work over one PostgreSQL database.',
  async run({ flags }) {
    const config = loadConfigFromFlags(flags)
    if (config.database.url === null) {
      throw new UsageError(
        'a separate worker needs PostgreSQL (database.url); with SQLite, the server runs the tasks itself',
      )
    }
    const log = openServerLogger(config)
    // The first process to start migrates the database. Until then there is nothing to close: a signal ends it at once.
    await (await openDatabase({ url: config.database.url, dataDir: config.data_dir })).close()
    restrictDataFolderPermissions(config.data_dir, (line) => log.warn(line))
    const stopped = waitForStopSignal()
    const onError = (error: unknown) => logBackgroundError(log, error)
    const bus = openPostgresBus(config.database.url, onError)
    const events = openEvents({ bridge: openEventBridge(bus) })
    const built = await buildWorker(config, { events, bus, onError })
    events.on(
      ({ event }) => event.type.startsWith('library_') && !('counts' in event) && built.librariesChanged(),
      () => built.librariesChanged(),
    )
    await built.worker.start()
    built.startPlugins()
    built.librariesChanged()
    console.log('Lectern worker started.')
    const silence = logUncaught(log)
    log.info(`Received ${await stopped}; returning unfinished tasks to the queue`)
    await built.close()
    await events.close()
    await bus.close()
    silence()
    forceExitAfter(1000)
    return 0
  },
}
