import type { TableRows } from './read-rows.ts'

/** The first line of a backup. */
export interface BackupHeader {
  format: 'lectern-backup'
  version: 1
  schema: number
  createdAt: string
}

/** A backup is lines of JSON, so that it is independent of both databases: a header, then batches of rows. */
export async function* encodeRowsAsJsonLines(
  header: BackupHeader,
  portions: AsyncIterable<TableRows>,
  pictures: AsyncIterable<Uint8Array> = none(),
): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`
  for await (const portion of portions) {
    yield `${JSON.stringify({ ...portion, rows: portion.rows.map((row) => row.map(encode)) })}\n`
  }
  // Uploaded covers are the only files that can't be recreated.
  for await (const picture of pictures) yield `${JSON.stringify({ picture: picture.toBase64() })}\n`
  yield `${JSON.stringify({ end: true })}\n`
}

export async function* decodeRowsFromJsonLines(
  lines: AsyncIterable<string>,
  checkHeader: (header: BackupHeader) => void,
  keepPicture: (bytes: Uint8Array) => Promise<unknown> = async () => {},
): AsyncGenerator<TableRows> {
  let isFirst = true
  let isWhole = false
  for await (const line of lines) {
    if (!line) continue
    const value = JSON.parse(line)
    if (isFirst) {
      if (value?.format !== 'lectern-backup' || value.version !== 1) throw new Error('this is not a Lectern backup')
      checkHeader(value)
      isFirst = false
    } else if (value.end) {
      isWhole = true
    } else if (value.picture) {
      await keepPicture(Uint8Array.fromBase64(value.picture))
    } else {
      yield { ...value, rows: value.rows.map((row: unknown[]) => row.map(decode)) }
    }
  }
  if (!isWhole) throw new Error('the backup is incomplete: its end is missing')
}

async function* none(): AsyncGenerator<Uint8Array> {}

const encode = (value: unknown): unknown => (value instanceof Uint8Array ? { $bytes: value.toBase64() } : value)

const decode = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Uint8Array.fromBase64((value as { $bytes: string }).$bytes) : value
