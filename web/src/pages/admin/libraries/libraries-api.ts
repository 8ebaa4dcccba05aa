import { queryOptions } from '@tanstack/react-query'
import type {
  ExcludedLibraryFile,
  Library,
  LibraryInput,
  LibraryPatch,
  LibraryScanningConfig,
  LibraryTextIndex,
} from '../../../../../src/contract/libraries.ts'
import { api } from '../../../api/client.ts'
import { librariesQuery } from '../../../api/item-queries.ts'
import { isProblem } from '../../../api/problem.ts'
import { queryClient } from '../../../api/query-client.ts'
import { showMessage, showProblem } from '../../../api/show-message.ts'
import type { Page } from '../../../api/types.ts'
import { t } from '../../../messages/t.ts'

export type { Library, LibraryInput, LibraryPatch, LibraryScanningConfig }

export async function addLibrary(body: LibraryInput): Promise<Library> {
  const library = await api.post<Library>('/libraries', { body })
  await refresh()
  return library
}

export async function changeLibrary(id: string, body: LibraryPatch) {
  await api.patch(`/libraries/${id}`, { body })
  await refresh()
}

export async function deleteLibrary(id: string) {
  await api.delete(`/libraries/${id}`)
  queryClient.removeQueries({ queryKey: ['books'] })
  queryClient.removeQueries({ queryKey: ['series'] })
  await refresh()
}

/** Returns the number of removed books. */
export async function removeMissingBooks(id: string): Promise<number> {
  const count = await api.delete<number>(`/libraries/${id}/purge-deleted`)
  await refresh()
  return count
}

/** The first page; the rest follows when these are restored. */
export const excludedFilesQuery = (id: string) =>
  queryOptions({
    queryKey: ['excluded-files', id],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.get<Page<ExcludedLibraryFile>>(`/libraries/${id}/excluded-files`, { query: { pageSize: 200 }, signal }),
  })

/** Restores the file at this path, or all files. */
export async function restoreExcludedFiles(id: string, path?: string) {
  await api.delete(`/libraries/${id}/excluded-files`, { query: { path } })
  await queryClient.invalidateQueries({ queryKey: excludedFilesQuery(id).queryKey })
}

export async function startScan(id: string, mode: 'normal' | 'deep') {
  try {
    await api.post(`/libraries/${id}/scan`, { query: { mode } })
    showMessage(t('library.scanStarted'))
    await queryClient.invalidateQueries({ queryKey: ['tasks'] })
  } catch (error) {
    if (isProblem(error, 'conflict')) showMessage(t('library.scanRunning'))
    else showProblem(error)
  }
}

async function refresh() {
  await queryClient.invalidateQueries({ queryKey: librariesQuery.queryKey })
}

/** Polls more often while the index grows. */
export const textIndexProgressQuery = (id: string) =>
  queryOptions({
    queryKey: ['libraries', id, 'text-index'],
    queryFn: () => api.get<LibraryTextIndex>(`/libraries/${id}/text-index`),
    refetchInterval: ({ state }) => (state.data?.status === 'ready' ? 30_000 : 3000),
  })
