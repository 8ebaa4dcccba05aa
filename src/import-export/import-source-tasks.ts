import { defineTask } from '../tasks/task-kind.ts'

/** One step of an import: its source is read, tried, or brought over. */
export interface ImportStep {
  /** Of the import, its public id. */
  id: string
  step: 'read' | 'dry_run' | 'run'
  /** What to read: a path on the server. */
  path?: string
  kind?: string
}

export const importStepTask = defineTask<ImportStep>({
  type: 'import_source',
  priority: 900,
  // Begun again after its worker was lost, it goes on where it stopped.
  maxAttempts: 3,
  key: ({ params }) => `import-source:${params?.id}`,
})

/** Brings over what waited for a library that has been added since the import. */
export const resumeWaitingImportsTask = defineTask<{ putOff?: number }>({
  type: 'import_waiting',
  priority: 200,
  // Put off while books are analysed, it asks for itself once more.
  repeats: true,
  key: () => 'import-waiting',
})
