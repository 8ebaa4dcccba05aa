import { readdir } from 'node:fs/promises'
import { dirname, isAbsolute, join, parse } from 'node:path'
import { createFirstAdmin } from '../../../catalog/access/first-admin.ts'
import { readFoldersHiddenFrom } from '../../../catalog/libraries/folders-hidden-from-viewer.ts'
import { inspectFolder } from '../../../catalog/libraries/inspect-folder.ts'
import { server } from '../../../contract/komga/server.ts'
import { problem, validationProblem } from '../../../contract/problems.ts'
import { libraryReads, likelyMountPointOf } from '../../../images/limit-library-reads.ts'
import { type FileOperationView, listFileOperations } from '../../../store/file-operation/file-operation-log.ts'
import { listKoboDevices, resendKoboBooks } from '../../../store/kobo/devices.ts'
import { findBookOfImportedFile } from '../../../store/scan/book-of-imported-file.ts'
import { listTasks } from '../../../store/task/read.ts'
import { bytesToUuid } from '../../../store/uid.ts'
import { hasUsers } from '../../../store/user/account.ts'
import { findUser } from '../../../store/user/read.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { limitAndOffsetOfPageable, presentSpringPage, readPageable } from '../pageable.ts'
import { formatKomgaTime, komgaIdOf } from '../present/format-values.ts'
import { presentKomgaUser } from '../present/user.ts'
import { notFoundProblem } from '../read-by-komga-id.ts'
import { queryOf } from '../read-query.ts'
import { listReadingFontFamilies, readReadingFont } from '../reading-fonts.ts'

/** The version of Komga whose API this is: apps check it before they use newer features. */
const KOMGA_VERSION = '1.26.3'

/** What web interfaces and admins request besides books. */
export function mountServer({ surface, context, authenticator }: KomgaContext): void {
  const { db, tasks } = context

  serve(surface, server.claim, async () => ({ isClaimed: await hasUsers(db) }))
  serve(surface, server.claimNow, async ({ request }) => {
    const email = headerOf(request.headers['x-komga-email'])
    const password = headerOf(request.headers['x-komga-password'])
    if (!/^[^@\s]+@[^@\s]+$/.test(email) || email.length > 64) {
      throw validationProblem([{ path: 'email', message: 'must be a well-formed email address' }])
    }
    if (await hasUsers(db)) throw problem('validation_failed', 'This server has already been claimed')
    const token = request.headers['x-setup-token']
    authenticator.setupToken.check(request, token === undefined ? undefined : headerOf(token))
    const { id } = await createFirstAdmin(db, { username: email, email, password }, Date.now())
    return presentKomgaUser((await findUser(db, { id }))!)
  })
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

  serve(surface, server.filesystem, async ({ body, viewer }) => {
    const path = body?.path ?? ''
    if (path === '') return { directories: [{ type: 'directory', name: '/', path: '/' }], files: [] }
    if (!isAbsolute(path) || path.includes('\0'))
      throw validationProblem([{ path: 'path', message: 'Path must be absolute' }])
    const folder = (await inspectFolder(path))?.path
    const closed = await readFoldersHiddenFrom(db, viewer)
    if (!folder || closed.isUnknown(folder)) {
      throw validationProblem([{ path: 'path', message: 'Path does not exist' }])
    }
    const list = () => readdir(folder, { withFileTypes: true }).catch(() => [])
    const entries = closed.has(folder) ? [] : await libraryReads.run(likelyMountPointOf(folder), list)
    const shown = entries
      .filter((entry) => !entry.name.startsWith('.') && !closed.isUnknown(join(folder, entry.name)))
      .map((entry) => ({
        type: entry.isDirectory() ? 'directory' : 'file',
        name: entry.name,
        path: join(folder, entry.name),
      }))
      .sort((a, b) => a.name.localeCompare(b.name))
    const parent = parse(folder).root === folder ? '' : dirname(folder)
    const itemsOfType = (type: string) => shown.filter((one) => one.type === type)
    return { parent, directories: itemsOfType('directory'), files: body?.showFiles ? itemsOfType('file') : [] }
  })

  serve(surface, server.clearTasks, async ({ viewer }) => {
    const { data } = await listTasks(db, viewer, { status: 'pending' }, { limit: 10_000, offset: 0 })
    let ended = 0
    for (const task of data) if ((await tasks.cancel(task)) === 'cancelled') ended += 1
    return String(ended)
  })

  /** The book of a new file wasn't known yet when the operation was recorded. */
  const withBook = async (operation: FileOperationView): Promise<FileOperationView> => {
    if (operation.type !== 'book_imported' || operation.bookUid || !operation.seriesUid) return operation
    const book = await findBookOfImportedFile(db, operation.seriesUid, operation.details.name ?? '')
    return { ...operation, bookUid: book?.uid ?? null }
  }

  serve(surface, server.history, async ({ request }) => {
    const pageable = readPageable(queryOf(request))
    const byTime = pageable.orders.find((order) => order.property === 'timestamp')
    const rows = pageable.isUnpaged ? { limit: 100_000, offset: 0 } : limitAndOffsetOfPageable(pageable)
    const found = await listFileOperations(db, { ...rows, oldestFirst: byTime?.direction === 'asc' })
    const data = await Promise.all(found.data.map(async (operation) => presentOperation(await withBook(operation))))
    return presentSpringPage(pageable, byTime !== undefined, { ...found, data })
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

const headerOf = (value: string | string[] | undefined): string => String(value ?? '')

const EVENT_TYPES: Record<FileOperationView['type'], string> = {
  book_imported: 'BookImported',
  book_file_deleted: 'BookFileDeleted',
}

const presentOperation = ({ uid, type, bookUid, seriesUid, details, createdAt }: FileOperationView) => ({
  id: komgaIdOf(bytesToUuid(uid)),
  type: EVENT_TYPES[type],
  timestamp: formatKomgaTime(createdAt),
  bookId: bookUid && komgaIdOf(bytesToUuid(bookUid)),
  seriesId: seriesUid && komgaIdOf(bytesToUuid(seriesUid)),
  properties: details,
})
