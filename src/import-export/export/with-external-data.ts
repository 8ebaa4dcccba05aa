import { type ExternalData, readExternalData } from '../../store/external/read-external-data.ts'
import type { Db } from '../../store/open.ts'

/** Each row with its external ids and links; reads a thousand at a time, so that a million fit into memory. */
export async function* withExternalData<Row extends { id: number }>(
  db: Db,
  owner: 'book' | 'series',
  isWhole: boolean,
  rows: AsyncIterable<Row>,
): AsyncGenerator<[Row, ExternalData | undefined]> {
  const none = new Map<number, ExternalData>()
  let some: Row[] = []
  const give = async function* (): AsyncGenerator<[Row, ExternalData | undefined]> {
    const ids = some.map(({ id }) => id)
    const external = isWhole ? await readExternalData(db, owner, ids) : none
    for (const row of some) yield [row, external.get(row.id)]
    some = []
  }
  for await (const row of rows) {
    some.push(row)
    if (some.length >= 1000) yield* give()
  }
  yield* give()
}
