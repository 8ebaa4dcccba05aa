import { api } from '../api/client.ts'
import { bulkBody } from '../api/item-actions.ts'
import type { ItemKind } from '../api/item-queries.ts'
import { queryClient } from '../api/query-client.ts'
import type { MetadataValues, Pair } from './metadata-fields.ts'

/** Sends only what changed. Genres, tags, other titles and links live at addresses of their own. */
export async function saveChanges(kind: ItemKind, id: string, changes: MetadataValues, locks: Record<string, boolean>) {
  const { genres, tags, alternateTitles, externalLinks, ...fields } = changes
  const at = `/${kind}/${id}`
  if (Object.keys(fields).length > 0) await api.patch(`${at}/metadata`, { body: fields })
  if (genres) await api.put(`${at}/genres`, { body: { genres } })
  if (tags) await api.put(`${at}/tags`, { body: { tags } })
  if (alternateTitles) await keepTitles(`${at}/alternate-titles`, alternateTitles as Pair[])
  if (externalLinks) await keepLinks(`${at}/external-links`, externalLinks as Pair[])
  if (Object.keys(locks).length > 0) await api.put(`${at}/metadata/locks`, { body: locks })
  await refreshAll()
}

async function keepTitles(at: string, wanted: Pair[]) {
  const { titles } = await api.get<{ titles: Pair[] }>(at)
  for (const { id } of titles.filter((each) => !wanted.some(({ id }) => id === each.id)))
    await api.delete(`${at}/${id}`)
  for (const { id, label, title } of wanted) {
    if (!id) await api.post(at, { body: { label, title } })
    else if (!titles.some((each) => each.id === id && each.label === label && each.title === title))
      await api.patch(`${at}/${id}`, { body: { label, title } })
  }
}

/** One for each place it leads to. */
async function keepLinks(at: string, wanted: Pair[]) {
  const { links } = await api.get<{ links: Pair[] }>(at)
  for (const { sourceName = '' } of links.filter((each) => !wanted.some((it) => it.sourceName === each.sourceName)))
    await api.delete(`${at}/${encodeURIComponent(sourceName)}`)
  for (const { sourceName, url } of wanted)
    if (!links.some((each) => each.sourceName === sourceName && each.url === url))
      await api.post(at, { body: { sourceName, url } })
}

export type BulkChanges = {
  fields: MetadataValues
  genres: AddRemove
  tags: AddRemove
  locks: Record<string, boolean>
}
export type AddRemove = { add: string[]; remove: string[] }

/** The same for many. What is given is locked for all of them. */
export async function saveBulk(kind: ItemKind, ids: string[], { fields, genres, tags, locks }: BulkChanges) {
  const which = bulkBody(kind, ids)
  const at = `/${kind}/bulk`
  if (Object.keys(fields).length > 0) await api.patch(`${at}/metadata`, { body: { ...which, ...fields } })
  if (genres.add.length + genres.remove.length > 0) await api.post(`${at}/genres`, { body: { ...which, ...genres } })
  if (tags.add.length + tags.remove.length > 0) await api.post(`${at}/tags`, { body: { ...which, ...tags } })
  if (Object.keys(locks).length > 0) await api.put(`${at}/metadata/locks`, { body: { ...which, ...locks } })
  await refreshAll()
}

function refreshAll() {
  return Promise.all(['series', 'books', 'facets'].map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })))
}

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

/** A picture that is already there: a page of the book, or the cover of one of the series' books. */
export async function addCoverFrom(kind: ItemKind, id: string, from: { page: number } | { bookId: string }) {
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
