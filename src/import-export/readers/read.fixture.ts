import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatReaderLimitsOf } from '../../config/format-reader-limits.ts'
import { defaultConfig } from '../../config/load-config.ts'
import { openImportSource } from '../open-import-source.ts'
import type { ImportRecord, SourceKind } from '../records.ts'

export const folder = mkdtempSync(join(tmpdir(), 'readers-'))
// The test files of a worker share this module: the first to end must not remove the folder of the others.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const limits = formatReaderLimitsOf(defaultConfig())
let opened = 0

/** Reads all records of a source. */
export async function read(path: string, kind?: SourceKind) {
  const source = await openImportSource(path, { workFolder: join(folder, `work-${++opened}`), kind, limits })
  const records: ImportRecord[] = []
  for await (const record of source.records()) records.push(record)
  await source.close()
  const of = <Type extends ImportRecord['type']>(type: Type) =>
    records.filter((record) => record.type === type) as Extract<ImportRecord, { type: Type }>[]
  return { kind: source.kind, version: source.version, records, of }
}
