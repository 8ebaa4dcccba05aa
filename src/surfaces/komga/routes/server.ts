import { server } from '../../../contract/komga/server.ts'
import { problem } from '../../../contract/problems.ts'
import { listKoboDevices, resendKoboBooks } from '../../../store/kobo/devices.ts'
import { listTasks } from '../../../store/task/read.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { notFoundProblem } from '../read-by-komga-id.ts'
import { listReadingFontFamilies, readReadingFont } from '../reading-fonts.ts'

/** The version of Komga whose API this is: apps check it before they use newer features. */
const KOMGA_VERSION = '1.26.3'

/** What web interfaces and admins request besides books. */
export function mountServer({ surface, context }: KomgaContext): void {
  const { db, tasks } = context

  serve(surface, server.providers, () => [])
  serve(surface, server.announcements, () => ({
    version: 'https://jsonfeed.org/version/1',
    title: 'Announcements',
    home_page_url: null,
    description: null,
    items: [],
  }))
  serve(surface, server.readAnnouncements, () => {})
  // The newest one, or its web interface would announce a newer version.
  serve(surface, server.releases, () => [
    {
      version: KOMGA_VERSION,
      releaseDate: '2026-01-01T00:00:00Z',
      url: `https://github.com/gotson/komga/releases/tag/${KOMGA_VERSION}`,
      latest: true,
      preRelease: false,
      description: '',
    },
  ])

  serve(surface, server.fonts, listReadingFontFamilies)
  serve(surface, server.fontFile, async ({ params, reply }) => {
    const font = await readReadingFont(params.family, params.file)
    if (!font) throw notFoundProblem('font')
    reply.header('content-type', font.type).header('cache-control', 'max-age=86400')
    return font.body
  })

  serve(surface, server.clearTasks, async ({ viewer }) => {
    const { data } = await listTasks(db, viewer, { status: 'pending' }, { limit: 10_000, offset: 0 })
    let ended = 0
    for (const task of data) if ((await tasks.cancel(task)) === 'cancelled') ended += 1
    return String(ended)
  })

  // Devices have tokens of their own here: whichever keys are named, all devices of the user are meant.
  serve(surface, server.syncPoints, async ({ viewer }) => {
    const devices = await listKoboDevices(db, viewer.userId)
    await db.transaction(async (tx) => {
      for (const { id } of devices) await resendKoboBooks(tx, id)
    })
  })

  serve(surface, server.info, () => ({
    git: { branch: 'main', commit: { id: 'lectern', time: STARTED } },
    build: { artifact: 'komga', name: 'komga', version: KOMGA_VERSION, group: 'lectern', time: STARTED },
    java: { version: process.version, vendor: { name: 'Node.js' } },
    os: { name: process.platform, version: '', arch: process.arch },
  }))
  serve(surface, server.health, () => ({ status: 'UP' }))
  serve(surface, server.shutdown, () => {
    throw problem('permission_denied', 'This server can’t be shut down remotely.')
  })
}

const STARTED = new Date().toISOString().replace(/\.\d+/, '')
