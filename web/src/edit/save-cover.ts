import { api } from '../api/client.ts'
import type { ItemKind } from '../api/item-queries.ts'
import { queryClient } from '../api/query-client.ts'

export async function uploadCover(kind: ItemKind, id: string, file: File) {
  const form = new FormData()
  form.append('file', file)
  await api.post(`/${kind}/${id}/cover`, { body: form })
  await refreshCover(kind, id)
}

export async function chooseCover(kind: ItemKind, id: string, coverId: string) {
  await api.put(`/${kind}/${id}/covers/${coverId}/select`)
  await refreshCover(kind, id)
}

/** Uses an existing image: a page of the book, or the cover of one of the series' books. */
export async function addCoverFromPageOrBook(kind: ItemKind, id: string, from: { page: number } | { bookId: string }) {
  await api.post(`/${kind}/${id}/covers`, { body: from })
  await refreshCover(kind, id)
}

export async function resetCover(kind: ItemKind, id: string) {
  await api.delete(`/${kind}/${id}/covers/selected`)
  await refreshCover(kind, id)
}

async function refreshCover(kind: ItemKind, id: string) {
  await queryClient.invalidateQueries({ queryKey: ['covers', kind, id] })
  await queryClient.invalidateQueries({ queryKey: [kind] })
}
