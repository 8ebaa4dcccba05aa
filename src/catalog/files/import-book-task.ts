import { defineTask } from '../../tasks/task-kind.ts'

export type ImportMode = 'move' | 'copy' | 'hardlink'

export interface ImportBookParams {
  /** The current path of the file, outside all libraries. */
  source: string
  /** The new name, without its extension; by default its current one. */
  name?: string
  mode: ImportMode
}

/** Imports a file into the folder of a series. With `bookId` it replaces that book's file. */
export const importBookTask = defineTask<ImportBookParams>({
  type: 'import_book',
  priority: 940,
  maxAttempts: 1,
  alone: 'files',
  key: ({ seriesId, params }) => `import:${seriesId}:${params?.source}`.slice(0, 1000),
})
