import { once } from 'node:events'
import { buildServer } from './build-server.ts'
import { openProcessBus } from './events/process-bus.ts'
import { logUncaught } from './runtime/log-uncaught.ts'
import { releaseMemoryWhenIdle } from './runtime/release-memory-when-idle.ts'
import { type ServerProcessOptions, sharedPortOptions } from './runtime/server-processes.ts'
import { listenOnSecondPort } from './surfaces/edge/second-port.ts'
import { openServerLogger } from './surfaces/edge/server-logger.ts'
import { shutDownGracefully } from './surfaces/edge/shutdown.ts'
import { serveWeb } from './surfaces/web/serve-web.ts'

/** An additional process that only serves requests. */
const [{ config, port, web }] = (await once(process, 'message')) as [ServerProcessOptions]
const log = openServerLogger(config)
// A terminal sends its signals to the whole process group: this process exits when the first one does.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
const orphaned = once(process, 'disconnect')

const { app, context, close } = await buildServer(config, { log, processes: openProcessBus(process), onlyServes: true })
await serveWeb(app, web)
const { level } = log
log.level = 'warn'
await app.listen({ host: config.server.host, port, ...sharedPortOptions })
const compatPort = config.compat_api.enabled ? config.compat_api.port : null
if (compatPort !== null)
  await listenOnSecondPort(app, { host: config.server.host, port: compatPort, ...sharedPortOptions })
log.level = level
process.send?.('ready')
releaseMemoryWhenIdle()
logUncaught(log)
await orphaned
context.db.hurry?.()
await shutDownGracefully({ app, close, log })
process.exit()
