import { readdir, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, parse } from 'node:path'
import { absent, server } from '../../../contract/komga/server.ts'
import { invalid, problem } from '../../../contract/problems.ts'
import { listTasks } from '../../../store/task/read.ts'
import { hasUsers } from '../../../store/user/account.ts'
import { serve } from '../../serve.ts'
import { missing } from '../find.ts'
import type { Komga } from '../komga.ts'
import { presentPage, readPageable } from '../pageable.ts'
import { queryOf } from '../read-query.ts'

/** The version of Komga whose API this is: apps look at it before they ask for newer things. */
const KOMGA_VERSION = '1.26.3'

/** What the web interfaces and admins ask of a server around the books. */
export function mountServer({ surface, house }: Komga): void {
  const { db, tasks, config } = house

  serve(surface, server.claim, async () => ({ isClaimed: await hasUsers(db) }))
  serve(surface, server.claimNow, () => {
    throw problem('validation_failed', 'The first admin is made at the start page of this server.')
  })
  serve(surface, server.providers, () => [])
  serve(surface, server.announcements, () => ({
    version: 'https://jsonfeed.org/version/1',
    title: 'Announcements',
    items: [],
  }))
  serve(surface, server.readAnnouncements, () => {})
  serve(surface, server.releases, () => [])

  serve(surface, server.settings, ({ request }) => {
    const nothing = { configurationSource: null, databaseSource: null, effectiveValue: null }
    return {
      deleteEmptyCollections: false,
      deleteEmptyReadLists: false,
      rememberMeDurationDays: 365,
      thumbnailSize: 'DEFAULT' as const,
      taskPoolSize: Math.max(1, config.tasks.workers ?? 1),
      serverPort: { ...nothing, configurationSource: config.server.port, effectiveValue: config.server.port },
      serverContextPath: {
        ...nothing,
        effectiveValue: `${request.server.edge.basePath.of(request)}/${config.compat_api.prefix}`,
      },
      koboProxy: false,
      koboPort: null,
      kepubifyPath: nothing,
    }
  })
  serve(surface, server.changeSettings, () => {})

  serve(surface, server.fonts, () => [])
  serve(surface, server.fontFile, () => {
    throw missing('font')
  })

  serve(surface, server.filesystem, async ({ body }) => {
    const path = body?.path || '/'
    if (!isAbsolute(path) || path.includes('\0')) throw invalid([{ path: 'path', message: 'Path must be absolute' }])
    const folder = await realpath(path).catch(() => undefined)
    if (!folder || !(await stat(folder)).isDirectory())
      throw invalid([{ path: 'path', message: 'Path does not exist' }])
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    const directories = entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => ({ type: 'directory', name, path: join(folder, name) }))
      .sort((a, b) => a.name.localeCompare(b.name))
    const isTop = parse(folder).root === folder
    // Files are nobody's business here: a folder is what is chosen.
    return { ...(!isTop && { parent: dirname(folder) }), directories, files: [] }
  })

  serve(surface, server.clearTasks, async ({ viewer }) => {
    const { data } = await listTasks(db, viewer, { status: 'pending' }, { limit: 10_000, offset: 0 })
    let ended = 0
    for (const task of data) if ((await tasks.cancel(task)) === 'cancelled') ended += 1
    return String(ended)
  })

  for (const route of [server.history, absent.pageHashes, absent.unknownPageHashes]) {
    serve(surface, route, ({ request }) => presentPage(readPageable(queryOf(request)), false, { data: [], total: 0 }))
  }
  serve(surface, absent.transientBooks, () => [])
  serve(surface, server.syncPoints, () => {})

  serve(surface, server.info, () => ({
    git: { branch: 'main', commit: { id: 'lectern', time: STARTED } },
    build: { artifact: 'komga', name: 'komga', version: KOMGA_VERSION, group: 'lectern', time: STARTED },
    java: { version: process.version, vendor: { name: 'Node.js' } },
    os: { name: process.platform, version: '', arch: process.arch },
  }))
  serve(surface, server.health, () => ({ status: 'UP' }))
  serve(surface, server.metrics, () => ({ names: [] }))
  serve(surface, server.metric, () => {
    throw missing('metric')
  })
  serve(surface, server.shutdown, () => {
    throw problem('permission_denied', 'This server is not stopped from afar.')
  })
}

const STARTED = new Date().toISOString().replace(/\.\d+/, '')
