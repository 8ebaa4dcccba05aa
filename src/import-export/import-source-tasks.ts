import { defineTask } from '../tasks/task-kind.ts'

/** One step of an import: reading the source, a dry run, or the import itself. */
export interface ImportStep {
  /** The public id of the import. */
  id: string
  step: 'read' | 'dry_run' | 'run'
  /** What to read: a path on the server. */
  path?: string
  kind?: string
}

export const importStepTask = defineTask<ImportStep>({
  type: 'import_source',
  priority: 900,
  // When its worker is lost, the next attempt continues where it stopped.
  maxAttempts: 3,
  key: ({ params }) => `import-source:${params?.id}`,
})

/** Imports what waited for a library that was added after the import. */
export const resumeWaitingImportsTask = defineTask<{ putOff?: number }>({
  type: 'import_waiting',
  priority: 200,
  // While books are being analysed, it queues itself again.
  repeats: true,
  key: () => 'import-waiting',
})
