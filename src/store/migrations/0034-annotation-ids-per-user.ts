import type { Migration } from './migration.ts'

/**
 * Apps choose the ids of annotations while offline. That another user has chosen the same id must not matter or be
 * revealed: ids are unique per user only.
 */
export const annotationIdsPerUser: Migration = {
  number: 34,
  name: 'annotation-ids-per-user',
  statements: ({ kind, id, uid, int, real }) =>
    kind === 'postgres'
      ? [`alter table annotation drop constraint annotation_uid_key`, annotationUid]
      : [
          // SQLite can't drop a table's constraint, so the table is recreated.
          `create table annotation_copy (
            id ${id}, uid ${uid} not null, user_id integer not null references "user"(id) on delete cascade,
            book_id integer not null references book(id) on delete cascade,
            locator text not null, position ${real} not null, color text not null, style text not null, note text,
            device text, search_text text not null, created_at ${int} not null, updated_at ${int} not null,
            synced_at ${int} not null, deleted_at ${int})`,
          `insert into annotation_copy (${columns}) select ${columns} from annotation`,
          // Ids are never reused, not even those of deleted annotations.
          `delete from sqlite_sequence where name = 'annotation_copy'`,
          `insert into sqlite_sequence (name, seq) select 'annotation_copy', seq from sqlite_sequence where name = 'annotation'`,
          `drop table annotation`,
          `alter table annotation_copy rename to annotation`,
          `create index annotation_user on annotation(user_id, synced_at)`,
          `create index annotation_book on annotation(book_id, user_id)`,
          annotationUid,
        ],
}

const annotationUid = `create unique index annotation_uid on annotation(uid, user_id)`

const columns = `id, uid, user_id, book_id, locator, position, color, style, note, device, search_text, created_at,
  updated_at, synced_at, deleted_at`
