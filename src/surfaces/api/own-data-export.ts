import { ownDataExport as routes } from '../../contract/own-data-export.ts'
import {
  type ExportedProgressLine,
  readOtherUserDataForExport,
  readProgressForExport,
} from '../../store/export/read-user-data-for-export.ts'
import type { AppContext } from '../app-context.ts'
import { contentDisposition } from '../deliver/content-disposition.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountOwnDataExport(api: OpenSurface, { db }: AppContext): void {
  serve(api, routes.own, async ({ query, viewer, reply }) => {
    const progress = await readProgressForExport(db, viewer)
    reply.header('content-disposition', contentDisposition('attachment', `lectern-${viewer.username}.${query.format}`))
    reply.header('cache-control', 'no-store')
    if (query.format === 'csv') {
      reply.header('content-type', 'text/csv; charset=utf-8')
      return toCsv(progress)
    }
    reply.header('content-type', 'application/json; charset=utf-8')
    const exportedAt = new Date().toISOString()
    return JSON.stringify({
      user: viewer.username,
      exportedAt,
      progress,
      ...(await readOtherUserDataForExport(db, viewer)),
    })
  })
}

const columns = [
  'series',
  'title',
  'number',
  'file',
  'page',
  'percentage',
  'completed',
  'startedAt',
  'updatedAt',
  'completedAt',
  'bookId',
  'fileHash',
] as const satisfies readonly (keyof ExportedProgressLine)[]

/** RFC 4180, with a byte order mark that lets spreadsheets detect the encoding. */
function toCsv(lines: readonly ExportedProgressLine[]): string {
  const rows = lines.map((line) => columns.map((column) => cell(line[column])).join(','))
  return `\ufeff${[columns.join(','), ...rows].join('\r\n')}\r\n`
}

function cell(value: string | number | boolean | null): string {
  if (value === null) return ''
  const text = String(value)
  // Spreadsheets would execute a title that starts like a formula.
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
