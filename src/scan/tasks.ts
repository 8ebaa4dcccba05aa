import { defineTask } from '../tasks/task-kind.ts'

export type ScanMode = 'normal' | 'deep'

/** Only one scan of a library is queued or runs at a time. */
export const scanLibraryTask = defineTask<{ mode: ScanMode }>({
  type: 'scan_library',
  priority: 1000,
  alone: 'files',
  maxAttempts: 2,
  key: ({ libraryId }) => `scan:${libraryId}`,
})

/** Scans only these folders, after changes were detected in them. */
export const scanFoldersTask = defineTask<{ folders: string[]; shallow?: string[] }>({
  type: 'scan_folders',
  priority: 950,
  alone: 'files',
  maxAttempts: 2,
  key: ({ libraryId, params }) =>
    `scan-folders:${libraryId}:${JSON.stringify([params?.folders, params?.shallow])}`.slice(0, 1000),
})

/** Assigns every book to its new series after the library's series strategy has changed. */
export const regroupLibraryTask = defineTask({
  type: 'regroup_library',
  priority: 970,
  alone: 'files',
  repeats: true,
  key: ({ libraryId }) => `regroup:${libraryId}`,
})
