import type { Migration } from './migration.ts'

/** What users do with books: progress, history, lists, ratings, bookmarks. */
export const reading: Migration = {
  number: 3,
  name: 'reading',
  statements: ({ id, uid, int, real, key, keyed }) => [
    `create table progress (
      user_id integer not null references "user"(id) on delete cascade,
      book_id integer not null references book(id) on delete cascade,
      series_id integer not null references series(id) on delete cascade,
      uid ${uid} not null, done integer not null, page integer not null, percentage ${real},
      started_at ${int} not null, read_at ${int} not null, completed_at ${int},
      primary key (user_id, book_id)) ${keyed}`,
    `create index progress_book on progress(book_id)`,
    `create index progress_series on progress(series_id)`,
    `create index progress_read on progress(user_id, read_at, book_id)`,
    `create index progress_open on progress(user_id, read_at, book_id) where done = 0`,
    // The exact position in the app's own format: Readium locator, KOReader pointer, device.
    `create table progress_place (
      user_id integer not null references "user"(id) on delete cascade,
      book_id integer not null references book(id) on delete cascade,
      locator text, pointer text, device text, device_id text, updated_at ${int} not null,
      primary key (user_id, book_id)) ${keyed}`,
    `create index progress_place_book on progress_place(book_id)`,
    `create table series_progress (
      user_id integer not null references "user"(id) on delete cascade,
      series_id integer not null references series(id) on delete cascade,
      done integer not null, open integer not null, last_read ${int} not null,
      primary key (user_id, series_id)) ${keyed}`,
    `create index series_progress_series on series_progress(series_id)`,
    `create index series_progress_deck on series_progress(user_id, last_read, series_id, done)
      where open = 0 and done > 0`,
    `create index series_progress_read on series_progress(user_id, last_read, series_id)`,
    `create table reading_session (
      id ${id}, user_id integer not null references "user"(id) on delete cascade,
      book_id integer not null references book(id) on delete cascade,
      started_at ${int} not null, ended_at ${int} not null,
      from_page integer not null, to_page integer not null, device text)`,
    `create index reading_session_user on reading_session(user_id, started_at)`,
    `create index reading_session_book on reading_session(book_id)`,
    `create table completion (
      id ${id}, user_id integer not null references "user"(id) on delete cascade,
      book_id integer not null references book(id) on delete cascade, completed_at ${int} not null)`,
    `create index completion_user on completion(user_id, completed_at)`,
    `create index completion_book on completion(book_id)`,
    `create table user_rating (
      id ${id}, uid ${uid} not null unique, user_id integer not null references "user"(id) on delete cascade,
      series_id integer references series(id) on delete cascade, book_id integer references book(id) on delete cascade,
      rating integer not null, notes text, created_at ${int} not null, updated_at ${int} not null,
      unique (user_id, series_id), unique (user_id, book_id))`,
    `create index user_rating_series on user_rating(series_id)`,
    `create index user_rating_book on user_rating(book_id)`,
    // owner_id null: shared with everyone.
    `create table collection (
      id ${id}, uid ${uid} not null unique, owner_id integer references "user"(id) on delete cascade,
      name text not null, sort_key ${key} not null, summary text, is_ordered integer not null default 0,
      created_at ${int} not null, updated_at ${int} not null)`,
    `create table collection_series (
      collection_id integer not null references collection(id) on delete cascade,
      series_id integer not null references series(id) on delete cascade,
      position integer not null, primary key (collection_id, series_id)) ${keyed}`,
    `create index collection_series_back on collection_series(series_id)`,
    `create table read_list (
      id ${id}, uid ${uid} not null unique, owner_id integer references "user"(id) on delete cascade,
      name text not null, sort_key ${key} not null, summary text, is_ordered integer not null default 1,
      created_at ${int} not null, updated_at ${int} not null)`,
    `create table read_list_book (
      read_list_id integer not null references read_list(id) on delete cascade,
      book_id integer not null references book(id) on delete cascade,
      position integer not null, primary key (read_list_id, book_id)) ${keyed}`,
    `create index read_list_book_back on read_list_book(book_id)`,
    `create table want_to_read (
      id ${id}, user_id integer not null references "user"(id) on delete cascade,
      series_id integer references series(id) on delete cascade, book_id integer references book(id) on delete cascade,
      created_at ${int} not null, unique (user_id, series_id), unique (user_id, book_id))`,
    `create table saved_filter (
      id ${id}, uid ${uid} not null unique, user_id integer not null references "user"(id) on delete cascade,
      name text not null, target text not null, query text not null, is_shared integer not null default 0,
      created_at ${int} not null, updated_at ${int} not null)`,
    `create index saved_filter_user on saved_filter(user_id)`,
    `create table bookmark (
      id ${id}, uid ${uid} not null unique, user_id integer not null references "user"(id) on delete cascade,
      book_id integer not null references book(id) on delete cascade,
      page integer, locator text, note text, created_at ${int} not null)`,
    `create index bookmark_user on bookmark(user_id, book_id)`,
  ],
}
