import type { Migration } from './migration.ts'

/** The task queue, its schedule and its workers. */
export const tasks: Migration = {
  number: 4,
  name: 'work',
  statements: ({ id, uid, int, key }) => [
    `create table task (
      id ${id}, uid ${uid} not null unique, type ${key} not null, dedupe_key ${key} not null,
      status ${key} not null, priority integer not null,
      library_id integer, series_id integer, book_id integer, params text not null default '{}',
      progress_current ${int}, progress_total ${int}, progress_message text,
      attempts integer not null default 0, max_attempts integer not null default 3,
      error text, result text, run_after ${int} not null default 0,
      worker text, heartbeat_at ${int}, cancel_requested integer not null default 0,
      created_at ${int} not null, started_at ${int}, completed_at ${int})`,
    `create unique index task_once on task(dedupe_key) where status in ('pending', 'running')`,
    `create index task_next on task(type, priority desc, id) where status = 'pending'`,
    `create index task_running on task(heartbeat_at) where status = 'running'`,
    `create index task_status on task(status, id)`,
    `create index task_library on task(library_id, type, id)`,
    `create index task_ended on task(completed_at) where completed_at is not null`,
    `create table schedule (name ${key} primary key, last_run_at ${int} not null)`,
    `create table worker (
      id ${key} primary key, kind text not null, started_at ${int} not null, seen_at ${int} not null)`,
  ],
}
