import type { Migration } from './migration.ts'

/** Two kinds of tasks get the names by which the interface calls them; waiting ones still find their handler. */
export const taskTypes: Migration = {
  number: 51,
  name: 'task-types',
  statements: () => [
    `update task set type = 'update_series' where type = 'settle_series'`,
    `update task set type = 'regroup_library' where type = 'reshelve_library'`,
  ],
}
