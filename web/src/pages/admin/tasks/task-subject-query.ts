import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import type { Book, Page, Series } from '../../../api/types.ts'

type Subject = Pick<Book | Series, 'id' | 'title' | 'libraryId'>
type Kind = 'books' | 'series'

/** The book or series of a task; null if it is deleted or hidden. All rows of a page share one request. */
export const taskSubjectQuery = (kind: Kind, id: string) =>
  queryOptions({ queryKey: [kind, 'subject', id], queryFn: () => fetchInBatch(kind, id), retry: false })

type Batch = { ids: Set<string>; answer: Promise<Map<string, Subject>> }
const batches: Partial<Record<Kind, Batch>> = {}
/** The maximum per response. */
const max = 200

async function fetchInBatch(kind: Kind, id: string): Promise<Subject | null> {
  let batch = batches[kind]
  if (!batch || batch.ids.size >= max) {
    const ids = new Set<string>()
    batch = { ids, answer: fetchBatch(kind, ids) }
    batches[kind] = batch
  }
  batch.ids.add(id)
  return (await batch.answer).get(id) ?? null
}

async function fetchBatch(kind: Kind, ids: Set<string>): Promise<Map<string, Subject>> {
  await new Promise((resolve) => setTimeout(resolve))
  if (batches[kind]?.ids === ids) delete batches[kind]
  const condition = { [kind === 'books' ? 'bookId' : 'seriesId']: { operator: 'in', values: [...ids] } }
  const found = await api.post<Page<Subject>>(`/${kind}/list`, { query: { pageSize: max }, body: { condition } })
  return new Map(found.data.map((each) => [each.id, each]))
}
