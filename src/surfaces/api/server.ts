import { availableParallelism, freemem, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { server } from '../../contract/server.ts'
import { apiVersion } from '../../contract/system.ts'
import { readDatabaseSize } from '../../store/database-size.ts'
import type { AppContext } from '../app-context.ts'
import { readServerLog } from '../edge/read-server-log.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { findItemsNamedInLog } from './find-items-named-in-log.ts'

/** Data of the settings pages: the addresses for apps, and what runs here. */
export function mountServer(api: OpenSurface, { config, db }: AppContext, version: string): void {
  const startedAt = formatTimestamp(Date.now() - Math.floor(process.uptime() * 1000))

  serve(api, server.appEndpoints, () => ({
    publicUrl: config.server.public_url,
    opds: { v1: '/opds/v1.2/catalog', v2: '/opds/v2', keyInPath: config.opds.key_in_path },
    readerSync: { enabled: config.reader_sync.enabled, path: '/koreader' },
    compatApi: { enabled: config.compat_api.enabled, path: `/${config.compat_api.prefix}` },
  }))

  serve(api, server.log, async ({ query, viewer }) => {
    const { level = 'info', limit = 500, after } = query
    const { lines, cursor } = await readServerLog(config.data_dir, { level, limit, after })
    const abouts = await findItemsNamedInLog(db, viewer, lines)
    return { lines: lines.map((line, n) => ({ ...line, time: formatTimestamp(line.time), about: abouts[n]! })), cursor }
  })

  serve(api, server.facts, async ({ request }) => {
    const { rss, heapUsed } = process.memoryUsage()
    return {
      version,
      apiVersion,
      startedAt,
      runtime: `Node ${process.versions.node}`,
      platform: `${process.platform} ${process.arch}`,
      processors: availableParallelism(),
      workers: config.tasks.workers,
      dataDir: resolve(config.data_dir),
      untrustedProxy: request.server.edge.untrustedProxy ?? null,
      database: { kind: db.kind, bytes: await readDatabaseSize(db) },
      memory: { used: rss, heap: heapUsed, machineTotal: totalmem(), machineFree: freemem() },
    }
  })
}
