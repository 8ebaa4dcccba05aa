import { inChunks } from '../in-chunks.ts'
import type { Queryable, Tx } from '../open.ts'
import { newUid, type Uid } from '../uid.ts'

/**
 * Single rows imported from a source, as hashes of 8 bytes. A batch of them is one row beside the ids of the source, and
 * is deleted with them: a row for each hash took a fifth of the time of an import.
 */
const KIND = 'rows'
/** How earlier versions stored them: each in a row, as text that begins with the same 8 bytes. */
const FORMER_KIND = 'row'
/** They refer to nothing here. */
const NOTHING: Uid = new Uint8Array(16)
const BYTES = 8
const KEYS_PER_ROW = 1000
const ROWS_PER_PAGE = 500

/** The hashes of a source, sorted: millions of them take few megabytes. */
export class RowKeys {
  readonly #sorted: BigUint64Array

  constructor(keys: BigUint64Array = new BigUint64Array()) {
    this.#sorted = keys.sort()
  }

  get isEmpty(): boolean {
    return this.#sorted.length === 0
  }

  has(key: bigint): boolean {
    let [from, to] = [0, this.#sorted.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.#sorted[middle]! < key) from = middle + 1
      else to = middle
    }
    return this.#sorted[from] === key
  }
}

export async function readRowKeys(db: Pick<Queryable, 'query'>, sourceId: number): Promise<RowKeys> {
  const parts: Buffer[] = []
  for await (const row of readRows(db, sourceId, KIND)) parts.push(Buffer.from(row.state ?? '', 'base64'))
  for await (const row of readRows(db, sourceId, FORMER_KIND)) {
    parts.push(Buffer.from(row.foreign_id, 'base64url').subarray(0, BYTES))
  }
  const bytes = Buffer.concat(parts)
  const keys = new BigUint64Array(Math.floor(bytes.length / BYTES))
  for (let i = 0; i < keys.length; i += 1) keys[i] = bytes.readBigUInt64BE(i * BYTES)
  return new RowKeys(keys)
}

async function* readRows(db: Pick<Queryable, 'query'>, sourceId: number, kind: string) {
  let after = ''
  for (;;) {
    const rows = await db.query
      .selectFrom('import_id')
      .select(['foreign_id', 'state'])
      .where('source_id', '=', sourceId)
      .where('kind', '=', kind)
      .where('foreign_id', '>', after)
      .orderBy('foreign_id')
      .limit(ROWS_PER_PAGE)
      .execute()
    yield* rows
    if (rows.length < ROWS_PER_PAGE) return
    after = rows.at(-1)!.foreign_id
  }
}

export async function storeRowKeys(tx: Tx, sourceId: number, keys: readonly bigint[]): Promise<void> {
  const rows = [...inChunks([...new Set(keys)], KEYS_PER_ROW)].map((some) => {
    const bytes = Buffer.alloc(some.length * BYTES)
    for (const [i, key] of some.entries()) bytes.writeBigUInt64BE(key, i * BYTES)
    const state = bytes.toString('base64')
    return { kind: KIND, foreign_id: newUid().toHex(), source_id: sourceId, uid: NOTHING, state }
  })
  for (const some of inChunks(rows, 50)) await tx.insertInto('import_id').values(some).execute()
}
