import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { buildServer } from '../build-server.ts'
import { restoreAtStart } from '../catalog/backups/pending-restore.ts'
import { restrictDataFolderPermissions } from '../config/restrict-data-folder-permissions.ts'
import type { Config } from '../config/settings.ts'
import { logUncaught } from '../runtime/log-uncaught.ts'
import { releaseMemoryWhenIdle } from '../runtime/release-memory-when-idle.ts'
import {
  canSharePort,
  openServerProcesses,
  type ServerProcesses,
  serverProcessCount,
  sharedPortOptions,
} from '../runtime/server-processes.ts'
import { listenOnSecondPort } from '../surfaces/edge/second-port.ts'
import { openServerLogger, type ServerLogger } from '../surfaces/edge/server-logger.ts'
import { shutDownGracefully } from '../surfaces/edge/shutdown.ts'
import { ensureWebBuilt } from '../surfaces/web/ensure-web-built.ts'
import { serveWeb } from '../surfaces/web/serve-web.ts'
import { type Command, loadConfigFromFlags } from './command.ts'
import { forceExitAfter, waitForStopSignal } from './signals.ts'

export const serveCommand: Command = {
  usage: '',
  about: 'Start the server. This is the default command.',
  options: {
    '--host HOST': 'Listen on this address.',
    '--port PORT': 'Listen on this port.',
    '--library DIR': 'Add DIR as a library when the server starts. Can be repeated.',
  },
  async run({ flags }) {
    const config = loadConfigFromFlags(flags)
    const log = openServerLogger(config)
    await restoreAtStart(config, (line) => log.warn(line))
    const processes = serverProcessesFor(config, log)
    const { app, context, setupToken, close } = await buildServer(config, {
      log,
      libraries: flags.libraries,
      processes: processes?.bus,
    })
    restrictDataFolderPermissions(config.data_dir, (line) => log.warn(line))
    if (!config.database.url && config.tasks.workers === 0)
      log.warn('tasks.workers is 0: nothing is scanned, because with SQLite no other process can run tasks')
    const web = await ensureWebBuilt({ root: projectRoot, say: (line) => log.info(line) })
    await serveWeb(app, web)
    const stopped = waitForStopSignal()
    const { host } = config.server
    try {
      if (processes) await waitUntilPortIsFree(config.server)
      await app.listen({ host, port: config.server.port, ...(processes && sharedPortOptions) })
      const compatPort = config.compat_api.enabled ? config.compat_api.port : null
      if (compatPort !== null)
        await listenOnSecondPort(app, { host, port: compatPort, ...(processes && sharedPortOptions) })
    } catch (error) {
      await close()
      throw error
    }
    const { port } = app.server.address() as AddressInfo
    await processes?.start({ config, port, web })
    const { public_url: outside } = config.server
    console.log(`Lectern is at ${addressOf(port, host)}${outside === null ? '' : `, public address ${outside}`}`)
    if (setupToken !== undefined)
      console.log(`No account yet. Use this setup token to create the first one: ${setupToken}`)
    releaseMemoryWhenIdle()
    const stopLoggingUncaught = logUncaught(log)
    const signal = await stopped
    log.info(`Received ${signal}; shutting down`)
    const closingProcesses = processes?.close()
    context.db.hurry?.()
    const ended = await shutDownGracefully({ app, close, log })
    await closingProcesses
    stopLoggingUncaught()
    forceExitAfter(1000)
    if (ended === 'cut off') log.warn('Some work did not stop in time and was interrupted')
    return ended === 'in time' ? 0 : 1
  },
}

const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

function serverProcessesFor(config: Config, log: ServerLogger): ServerProcesses | undefined {
  const more = serverProcessCount(config) - 1
  if (more === 0) return undefined
  if (canSharePort) return openServerProcesses(more, log)
  log.warn(
    "This system can't share a port between processes, so server.processes is ignored and one process serves requests",
  )
  return undefined
}

/**
 * Processes with a shared port would share it with those of another server too, so first checks whether it is free. The
 * processes of a killed server release it a moment later.
 */
async function waitUntilPortIsFree({ host, port }: { host: string; port: number }): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const probe = createServer()
    try {
      await new Promise<void>((resolve, reject) => probe.once('error', reject).listen({ host, port }, resolve))
      return
    } catch (error) {
      if (tries === 20 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    } finally {
      if (probe.listening) await new Promise((resolve) => probe.close(resolve))
    }
  }
}

/** An address that can be clicked. */
function addressOf(port: number, host: string): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
