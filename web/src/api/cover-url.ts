import { useSyncExternalStore } from 'react'
import { apiUrl } from './urls.ts'

/** When each cover last changed. Thumbnails are cached permanently, so a changed cover needs a new URL. */
const changes = new Map<string, number>()
const listeners = new Set<() => void>()

export function useCoverUrl(kind: 'books' | 'series', id: string, updatedAt: string | undefined): string {
  const change = useSyncExternalStore(subscribe, () => changes.get(id) ?? 0)
  return coverUrl(kind, id, updatedAt, change)
}

export function coverUrl(kind: 'books' | 'series', id: string, updatedAt?: string, change = changes.get(id) ?? 0) {
  const version = updatedAt ? Date.parse(updatedAt).toString(36) : undefined
  return apiUrl(`/${kind}/${id}/thumbnail`, { v: change ? `${version}.${change}` : version })
}

export function refreshCoverUrl(id: string) {
  changes.set(id, Date.now())
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
