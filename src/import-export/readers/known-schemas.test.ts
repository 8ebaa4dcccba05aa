import { describe, expect, it } from 'vitest'
import { makeForeignDatabase } from '../../../test/fixtures/make-foreign-database.ts'
import { openForeignDatabase } from '../../store/foreign/foreign-database.ts'
import { readCalibre } from './calibre/calibre.ts'
import { readCalibreWeb } from './calibre/calibre-web.ts'
import { readCodex } from './codex/codex.ts'
import { ignoredColumns, isIgnoredColumn } from './ignored-columns.ts'
import { readKavita } from './kavita/kavita.ts'
import { knownSchemas, reportedColumns } from './known-schemas.fixture.ts'
import { readKomga } from './komga/komga.ts'
import { readStump } from './stump/stump.ts'

const readers = {
  calibre: readCalibre,
  'calibre-web': readCalibreWeb,
  komga: readKomga,
  kavita: readKavita,
  codex: readCodex,
  stump: readStump,
}
const kinds = Object.keys(knownSchemas) as (keyof typeof knownSchemas)[]
const columnsOf = (text: string) => text.split(/\s+/).filter((column) => column !== '')

/** Every table with one row that has a value in every column. */
async function readAll(kind: keyof typeof knownSchemas, more: Record<string, string> = {}) {
  const tables = Object.fromEntries(
    Object.entries({ ...knownSchemas[kind], ...more }).map(([table, text]) => [
      table,
      [Object.fromEntries(columnsOf(text).map((column) => [column, 1]))],
    ]),
  )
  const database = openForeignDatabase(makeForeignDatabase(tables).path)
  const { records } = readers[kind]({ database, folder: '/', readPicture: () => undefined })
  const skipped = (await Array.fromAsync(records())).filter((record) => record.type === 'skipped')
  const unread = new Set(database.unread().map(({ table }) => table))
  const others = database
    .unreadColumns(() => false)
    .flatMap(({ table, columns }) => columns.map((one) => `${table} ${one}`))
  database.close()
  return { skipped, unread, unreadColumns: new Set(others) }
}

describe.each(kinds)('every column that is known of %s', (kind) => {
  it('is read, is reported, or holds nothing of anybody', async () => {
    const { skipped, unread, unreadColumns } = await readAll(kind)
    const forgotten: string[] = []
    const both: string[] = []
    for (const [table, text] of Object.entries(knownSchemas[kind])) {
      const reported = reportedColumns[kind][table]
      if (unread.has(table.toLowerCase())) {
        if (reported !== '*') forgotten.push(table)
        expect(skipped.some(({ what, name }) => what === 'other table' && name === table.toLowerCase())).toBe(true)
        continue
      }
      const named = new Set(columnsOf(reported ?? ''))
      const inReport = skipped.find(({ what, name }) => what === 'other column' && name === table.toLowerCase())
      for (const column of columnsOf(text)) {
        const isRead = !unreadColumns.has(`${table.toLowerCase()} ${column.toLowerCase()}`)
        if (isRead) {
          if (named.has(column)) both.push(`${table}.${column}`)
          continue
        }
        const isIgnored = isIgnoredColumn(kind, table, column)
        if (isIgnored === named.has(column)) (isIgnored ? both : forgotten).push(`${table}.${column}`)
        if (!isIgnored) expect(inReport?.reason).toContain(column.toLowerCase())
      }
    }
    expect({ forgotten, both }).toEqual({ forgotten: [], both: [] })
  })

  it('and so is whatever a newer version adds', async () => {
    const first = Object.keys(knownSchemas[kind])[1]!
    const text = (knownSchemas[kind] as Record<string, string>)[first]
    const { skipped } = await readAll(kind, { [first]: `${text} brand_new`, BrandNewTable: 'a b' })
    expect(skipped).toContainEqual(expect.objectContaining({ what: 'other table', name: 'brandnewtable', rows: 1 }))
    const column = skipped.find(({ what, name }) => what === 'other column' && name === first.toLowerCase())
    expect(column?.reason).toContain('brand_new')
  })
})

it('says why a column holds nothing, once', () => {
  for (const [kind, tables] of Object.entries(ignoredColumns)) {
    for (const [table, reasons] of Object.entries(tables)) {
      const names = Object.values(reasons as Record<string, string>).flatMap(columnsOf)
      expect([kind, table, names.length]).toEqual([kind, table, new Set(names).size])
    }
  }
})
