import { defineTask } from '../tasks/task-kind.ts'

export type ScanMode = 'normal' | 'deep'

/** One scan of a library waits or runs at a time. */
export const scanLibraryTask = defineTask<{ mode: ScanMode }>({
  type: 'scan_library',
  priority: 1000,
  alone: true,
  maxAttempts: 2,
  key: ({ libraryId }) => `scan:${libraryId}`,
})

/** Only these folders, because someone saw something change in them. */
export const scanFoldersTask = defineTask<{ folders: string[]; shallow?: string[] }>({
  type: 'scan_folders',
  priority: 950,
  alone: true,
  maxAttempts: 2,
  key: ({ libraryId, params }) =>
    `scan-folders:${libraryId}:${JSON.stringify([params?.folders, params?.shallow])}`.slice(0, 1000),
})

/** The library's way of arranging folders has changed: every book goes to its new series. */
export const regroupLibraryTask = defineTask({
  type: 'reshelve_library',
  priority: 970,
  alone: true,
  repeats: true,
  key: ({ libraryId }) => `reshelve:${libraryId}`,
})
