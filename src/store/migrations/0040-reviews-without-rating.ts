import type { Migration } from './migration.ts'

/** A review may have no rating: other servers allow that, and people wrote those. */
export const reviewsWithoutRating: Migration = {
  number: 40,
  name: 'reviews-without-rating',
  statements: ({ kind, id, uid, int }) =>
    kind === 'postgres'
      ? [`alter table user_rating alter column rating drop not null`]
      : [
          // SQLite can't change a column, so the table is recreated.
          `create table user_rating_copy (
            id ${id}, uid ${uid} not null unique, user_id integer not null references "user"(id) on delete cascade,
            series_id integer references series(id) on delete cascade, book_id integer references book(id) on delete cascade,
            rating integer, notes text, created_at ${int} not null, updated_at ${int} not null,
            unique (user_id, series_id), unique (user_id, book_id))`,
          `insert into user_rating_copy (${columns}) select ${columns} from user_rating`,
          // Ids are never reused, not even those of deleted ratings.
          `delete from sqlite_sequence where name = 'user_rating_copy'`,
          `insert into sqlite_sequence (name, seq)
            select 'user_rating_copy', seq from sqlite_sequence where name = 'user_rating'`,
          `drop table user_rating`,
          `alter table user_rating_copy rename to user_rating`,
          `create index user_rating_series on user_rating(series_id)`,
          `create index user_rating_book on user_rating(book_id)`,
        ],
}

const columns = `id, uid, user_id, series_id, book_id, rating, notes, created_at, updated_at`
