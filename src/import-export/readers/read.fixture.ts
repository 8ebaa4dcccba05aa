import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultConfig } from '../../config/load-config.ts'
import { readerLimitsOf } from '../../config/reader-limits.ts'
import { openSource } from '../open-source.ts'
import type { ImportRecord, SourceKind } from '../records.ts'

export const folder = mkdtempSync(join(tmpdir(), 'readers-'))
// The files of a worker share this module: whichever ends first must not take the folder from the others.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const limits = readerLimitsOf(defaultConfig())
let opened = 0

/** Everything a source says. */
export async function read(path: string, kind?: SourceKind) {
  const source = await openSource(path, { workFolder: join(folder, `work-${++opened}`), kind, limits })
  const records: ImportRecord[] = []
  for await (const record of source.records()) records.push(record)
  await source.close()
  const of = <Type extends ImportRecord['type']>(type: Type) =>
    records.filter((record) => record.type === type) as Extract<ImportRecord, { type: Type }>[]
  return { kind: source.kind, version: source.version, records, of }
}
