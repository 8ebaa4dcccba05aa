import type { Migration } from './migration.ts'

/**
 * Libraries, series and books. Integer keys internally, UUIDs in APIs; visibility is one integer (`class`) in every
 * list index; long text is kept out of the frequently read rows. Measured up to a million books.
 */
export const catalogue: Migration = {
  number: 2,
  name: 'catalogue',
  statements: ({ id, uid, int, real, bytes, key, keyed }) => [
    `create table library (
      id ${id}, uid ${uid} not null unique, name text not null, sort_key ${key} not null, path ${key} not null unique,
      description text, allowed_formats text not null, excluded_patterns text not null default '[]',
      default_reading_direction text not null default 'ltr',
      series_strategy text not null, series_config text not null default '{}',
      book_strategy text not null, book_config text not null default '{}',
      number_strategy text not null, number_config text not null default '{}',
      scanning text not null default '{}', title_rules text not null default '[]',
      is_online integer not null default 1, last_scanned_at ${int},
      created_at ${int} not null, updated_at ${int} not null)`,

    // Distinct combinations of what decides who may see a series. Class 0 means none; age rating -1 means "no age
    // rating".
    `create table class (
      id ${id}, library_id integer not null references library(id) on delete cascade,
      age_rating integer not null default -1, sharing_tags ${key} not null default '',
      books integer not null default 0, series integer not null default 0,
      unique (library_id, age_rating, sharing_tags))`,

    `create table series (
      id ${id}, uid ${uid} not null unique,
      library_id integer not null references library(id) on delete cascade, class integer not null,
      path ${key} not null, folder_name text not null,
      title text not null, title_sort text, sort_key ${key} not null, title_key ${key} not null,
      summary text, publisher text, publisher_key ${key}, imprint text, status text, age_rating integer,
      language text, reading_direction text, year integer, total_book_count integer,
      authors text not null default '[]', custom_metadata text, locks text not null default '[]',
      is_oneshot integer not null default 0,
      book_count integer not null default 0, file_size ${int} not null default 0, page_count ${int} not null default 0,
      community_rating ${real}, user_rating ${real},
      cover_id integer, cover_version ${int} not null default 0, cover_color text,
      cover_width integer, cover_height integer,
      last_book_at ${int}, created_at ${int} not null, updated_at ${int} not null,
      unique (library_id, path))`,
    `create index series_by_title on series(sort_key, id, class)`,
    `create index series_by_library on series(library_id, sort_key, id, class)`,
    `create index series_by_class on series(class, book_count)`,
    `create index series_by_created on series(created_at, id, class)`,
    `create index series_by_updated on series(updated_at, id, class)`,
    `create index series_by_last_book on series(last_book_at, id, class)`,
    `create index series_by_year on series(year, id, class)`,
    `create index series_by_books on series(book_count, id, class)`,
    `create index series_by_size on series(file_size, id, class)`,
    `create index series_by_pages on series(page_count, id, class)`,
    `create index series_by_community on series(community_rating, id, class)`,
    `create index series_by_publisher on series(publisher_key)`,

    // class is 0 while a book is soft-deleted, so that no list contains it; its series still has the real class.
    `create table book (
      id ${id}, uid ${uid} not null unique,
      series_id integer not null references series(id) on delete cascade,
      library_id integer not null references library(id) on delete cascade, class integer not null,
      title text not null, title_sort text, sort_key ${key} not null,
      number ${real}, number_text text, volume ${real}, chapter ${real},
      path ${key} not null, file_name ${key} not null, format text not null, container text not null default '',
      file_size ${int} not null, mtime ${int} not null, inode ${key} not null default '',
      hash ${key} not null default '', sync_hash ${key}, name_hash ${int} not null default 0,
      page_count integer not null default 0, layout text not null default 'pages',
      year integer, release_date integer, language text, book_type text,
      analyzed integer not null default 0, analysis_error text, deleted_at ${int},
      cover_id integer, cover_version ${int} not null default 0, cover_color text,
      cover_width integer, cover_height integer,
      created_at ${int} not null, updated_at ${int} not null,
      unique (library_id, path))`,
    `create index book_by_title on book(sort_key, id, class, series_id)`,
    `create index book_by_library on book(library_id, sort_key, id, class)`,
    `create index book_by_created on book(created_at, id, class)`,
    `create index book_by_updated on book(updated_at, id, class)`,
    `create index book_by_size on book(file_size, id, class)`,
    `create index book_by_pages on book(page_count, id, class)`,
    `create index book_by_released on book(release_date, id, class)`,
    `create index book_by_file_name on book(file_name, id, class)`,
    `create index book_by_number on book(number, sort_key, id, class)`,
    `create index book_by_series on book(series_id, number, sort_key, id, class)`,
    `create index book_by_series_title on book(series_id, sort_key, id, class)`,
    `create index book_by_class on book(class, sort_key, id)`,
    `create index book_by_hash on book(hash, file_size)`,
    `create index book_by_sync_hash on book(sync_hash) where sync_hash is not null`,
    `create index book_by_name_hash on book(name_hash)`,
    `create index book_by_unanalyzed on book(library_id, id) where analyzed = 0 and deleted_at is null`,
    `create index book_by_failed on book(library_id, id) where analysis_error is not null`,
    `create index book_by_deleted on book(library_id, deleted_at) where deleted_at is not null`,

    // Everything that only a book's own page shows; facts is the API's metadata object as JSON.
    `create table book_meta (
      book_id integer primary key references book(id) on delete cascade,
      summary text, authors text not null default '[]', facts text not null default '{}',
      custom_metadata text, locks text not null default '[]')`,
    // The page index, packed: a million books of a hundred pages must not be a hundred million rows.
    `create table book_pages (
      book_id integer primary key references book(id) on delete cascade, pages ${bytes} not null)`,
    // Reading order, table of contents and positions of EPUB and PDF, packed likewise.
    `create table book_outline (
      book_id integer primary key references book(id) on delete cascade, outline ${bytes} not null)`,
    `create table book_error (
      book_id integer not null references book(id) on delete cascade, type ${key} not null,
      message text not null, details text, occurred_at ${int} not null, primary key (book_id, type)) ${keyed}`,
    `create index book_error_type on book_error(type, book_id)`,

    ...['genre', 'tag'].flatMap((facet) => [
      `create table ${facet} (
        id ${id}, uid ${uid} not null unique, name text not null, name_key ${key} not null unique,
        created_at ${int} not null)`,
      ...['series', 'book'].flatMap((owner) => [
        `create table ${owner}_${facet} (
          ${facet}_id integer not null references ${facet}(id) on delete cascade,
          ${owner}_id integer not null references ${owner}(id) on delete cascade,
          primary key (${facet}_id, ${owner}_id)) ${keyed}`,
        `create index ${owner}_${facet}_back on ${owner}_${facet}(${owner}_id, ${facet}_id)`,
      ]),
    ]),
    `create table person (id ${id}, name text not null, name_key ${key} not null unique)`,
    ...['series', 'book'].flatMap((owner) => [
      `create table ${owner}_person (
        person_id integer not null references person(id) on delete cascade,
        ${owner}_id integer not null references ${owner}(id) on delete cascade,
        role ${key} not null, primary key (person_id, ${owner}_id, role)) ${keyed}`,
      `create index ${owner}_person_back on ${owner}_person(${owner}_id)`,
    ]),
    `create table alternate_title (
      id ${id}, uid ${uid} not null unique, series_id integer not null references series(id) on delete cascade,
      label text not null, title text not null, created_at ${int} not null, updated_at ${int} not null)`,
    `create index alternate_title_series on alternate_title(series_id)`,
    ...['series', 'book'].flatMap((owner) => [
      `create table ${owner}_external_id (
        id ${id}, uid ${uid} not null unique, ${owner}_id integer not null references ${owner}(id) on delete cascade,
        source ${key} not null, external_id text not null, url text,
        created_at ${int} not null, updated_at ${int} not null, unique (${owner}_id, source))`,
      `create table ${owner}_external_link (
        id ${id}, uid ${uid} not null unique, ${owner}_id integer not null references ${owner}(id) on delete cascade,
        source ${key} not null, url text not null, external_id text,
        created_at ${int} not null, updated_at ${int} not null, unique (${owner}_id, source))`,
    ]),
    `create table series_external_rating (
      id ${id}, uid ${uid} not null unique, series_id integer not null references series(id) on delete cascade,
      source ${key} not null, rating ${real} not null, votes integer,
      created_at ${int} not null, updated_at ${int} not null, unique (series_id, source))`,
    `create table cover (
      id ${id}, uid ${uid} not null unique,
      series_id integer references series(id) on delete cascade, book_id integer references book(id) on delete cascade,
      source text not null, media_type text not null, hash ${key} not null, width integer, height integer,
      created_at ${int} not null)`,
    `create index cover_series on cover(series_id)`,
    `create index cover_book on cover(book_id)`,
    `create table sharing_tag (
      id ${id}, uid ${uid} not null unique, name text not null, name_key ${key} not null unique, description text,
      created_at ${int} not null, updated_at ${int} not null)`,
    `create table series_sharing_tag (
      sharing_tag_id integer not null references sharing_tag(id) on delete cascade,
      series_id integer not null references series(id) on delete cascade,
      primary key (sharing_tag_id, series_id)) ${keyed}`,
    `create index series_sharing_tag_back on series_sharing_tag(series_id)`,
    `create table user_sharing_tag (
      user_id integer not null references "user"(id) on delete cascade,
      sharing_tag_id integer not null references sharing_tag(id) on delete cascade,
      mode text not null, created_at ${int} not null, primary key (user_id, sharing_tag_id)) ${keyed}`,
    `create table user_library (
      user_id integer not null references "user"(id) on delete cascade,
      library_id integer not null references library(id) on delete cascade,
      primary key (user_id, library_id)) ${keyed}`,
    `create table duplicate_group (
      id ${id}, uid ${uid} not null unique, hash ${key} not null unique,
      created_at ${int} not null, updated_at ${int} not null)`,
    `create table duplicate_book (
      group_id integer not null references duplicate_group(id) on delete cascade,
      book_id integer not null references book(id) on delete cascade, primary key (group_id, book_id)) ${keyed}`,
  ],
}
