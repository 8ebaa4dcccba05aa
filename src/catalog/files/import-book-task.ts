import { defineTask } from '../../tasks/task-kind.ts'

export type ImportMode = 'move' | 'copy' | 'hardlink'

export interface ImportBookParams {
  /** Where the file lies now, outside of every library. */
  source: string
  /** How it is to be called, without its ending; else as it is called. */
  name?: string
  mode: ImportMode
}

/** Brings a file into the folder of a series. With `bookId` it takes the place of that book's file. */
export const importBookTask = defineTask<ImportBookParams>({
  type: 'import_book',
  priority: 940,
  maxAttempts: 1,
  alone: true,
  key: ({ seriesId, params }) => `import:${seriesId}:${params?.source}`.slice(0, 1000),
})
