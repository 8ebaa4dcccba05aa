import { fileURLToPath } from 'node:url'
import { build } from '../build.ts'
import { restAfterWork } from '../rest-after-work.ts'
import { openLog } from '../surfaces/edge/log.ts'
import { closeGently } from '../surfaces/edge/shutdown.ts'
import { ensureWebBuilt } from '../surfaces/web/ensure-built.ts'
import { serveWeb } from '../surfaces/web/web.ts'
import { type Command, configOf } from './command.ts'
import { untilSignal } from './signals.ts'

export const serveCommand: Command = {
  usage: '',
  about: 'Serve (the default).',
  async run({ flags }) {
    const config = configOf(flags)
    const log = openLog(config.log)
    const { app, close } = await build(config, { log, libraries: flags.libraries })
    await serveWeb(app, await ensureWebBuilt({ root: projectRoot, say: (line) => log.info(line) }))
    const stopped = untilSignal()
    try {
      // Fastify would log every address of the machine; the one line below is enough.
      log.level = quieter(config.log.level)
      await app.listen({ host: config.server.host, port: config.server.port })
      log.level = config.log.level
    } catch (error) {
      await close()
      throw error
    }
    console.log(`Lectern is at ${addressOf(app.server.address(), config.server.host)}`)
    restAfterWork()
    const signal = await stopped
    log.info(`${signal}: closing.`)
    const ended = await closeGently({ app, close, log })
    if (ended === 'cut off') log.warn('Not everything could be closed in time.')
    return ended === 'in time' ? 0 : 1
  },
}

const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

function quieter(level: string): string {
  return ['info', 'debug', 'trace'].includes(level) ? 'warn' : level
}

/** An address that can be clicked. */
function addressOf(address: ReturnType<import('node:net').Server['address']>, host: string): string {
  const port = typeof address === 'object' && address ? address.port : ''
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
