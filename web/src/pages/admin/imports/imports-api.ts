import { queryOptions } from '@tanstack/react-query'
import type { Import } from '../../../../../src/contract/imports.ts'
import { api } from '../../../api/client.ts'
import { librariesQuery } from '../../../api/item-queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { Library, Page, Task } from '../../../api/types.ts'
import { uploadForm } from '../../../api/upload-form.ts'

export type { Import }
export type ImportOptions = Import['options']

export const isImportRunning = ({ task }: Pick<Import, 'task'>): boolean =>
  task?.status === 'pending' || task?.status === 'running'

export const importsQuery = queryOptions({
  // Everything under ['tasks'] is refetched when a task ends: also one that imports what waited for a scan.
  queryKey: ['tasks', 'imports'],
  queryFn: ({ signal }) => api.get<Import[]>('/admin/imports', { signal }),
  staleTime: 0,
  // No event reports a running step, so poll until it ends and its result is available.
  refetchInterval: ({ state }) => (state.data?.some(isImportRunning) ? 1000 : false),
})

/** The import that this one was merged into when it was read; unknown until reading has ended. */
export const mergedIntoImportQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'joined', id],
    queryFn: async ({ signal }) => {
      const query = { type: 'import_source', pageSize: 100 }
      const { data } = await api.get<Page<Task>>('/tasks', { query, signal })
      const read = data.find(({ params }) => params.id === id)
      const isOver = read?.status !== 'pending' && read?.status !== 'running'
      return { isOver, id: (read?.result as { id?: string } | null | undefined)?.id }
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.isOver === false ? 1000 : false),
  })

export const addImport = (path: string) => api.post<Import>('/admin/imports', { body: { path } }).finally(refresh)

export function uploadImport(file: File, options: Parameters<typeof uploadForm>[2]): Promise<Import> {
  const form = new FormData()
  form.append('file', file)
  return uploadForm<Import>('/admin/imports/upload', form, options).finally(refresh)
}

export type ChangeImportOptions = (change: (current: ImportOptions) => Partial<ImportOptions>) => void

/** Changes the options as they are now: the page may show older ones, while another tab has changed them. */
export async function changeImportOptions(id: string, change: Parameters<ChangeImportOptions>[0]): Promise<void> {
  const path = `/admin/imports/${id}` as const
  const { options } = await api.get<Import>(path)
  await api.patch<Import>(path, { body: change(options) }).finally(refresh)
}

/** What is done to one import is sent in this order, however fast someone types and clicks. */
export const mutationScopeOfImport = (id: string) => ({ id: `import ${id}` })

export const createLibraryForImport = (id: string, body: { libraryId: string; theirs: string; path: string }) =>
  api.post<Library>(`/admin/imports/${id}/libraries`, { body }).finally(async () => {
    await refresh()
    await queryClient.invalidateQueries({ queryKey: librariesQuery.queryKey })
  })

export const runImport = (id: string, dryRun: boolean) =>
  api.post<Task>(`/admin/imports/${id}/run`, { body: { dryRun } }).finally(refresh)

export const deleteImport = (id: string) => api.delete(`/admin/imports/${id}`).finally(refresh)

export const undoImport = () => api.post<{ name: string; rows: number }>('/admin/imports/undo').finally(refresh)

async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: importsQuery.queryKey })
}
