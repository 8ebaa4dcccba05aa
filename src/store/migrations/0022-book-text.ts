import type { Migration } from './migration.ts'

/**
 * Search inside books. The text is stored compressed, for excerpts around hits; the words are indexed with their
 * positions, for phrases. A passage's id contains the book's, so that a hit's visibility is known without reading its
 * row.
 */
export const bookText: Migration = {
  number: 22,
  name: 'book-text',
  statements: ({ kind, int, bytes, keyed }) => [
    `alter table library add column text_search integer not null default 0`,
    `create table book_text (
      id ${int} primary key, book_id integer not null references book(id) on delete cascade,
      place text not null, body ${bytes} not null)`,
    `create index book_text_by_book on book_text(book_id)`,
    `create table book_text_state (
      book_id integer primary key references book(id) on delete cascade, hash text not null, outcome text not null,
      passages integer not null, words ${int} not null, bytes ${int} not null, indexed_at ${int} not null) ${keyed}`,
    ...(kind === 'postgres'
      ? [
          `create table text_search (
            id bigint primary key references book_text(id) on delete cascade, words tsvector not null)`,
          `create index text_search_words on text_search using gin (words) with (fastupdate = off)`,
        ]
      : [
          `create virtual table text_search using fts5(
            words, content='', contentless_delete=1, detail=full, tokenize='ascii')`,
          // Also when the row is deleted with its book: the words of a deleted book must not be found.
          `create trigger book_text_gone after delete on book_text
            begin delete from text_search where rowid = old.id; end`,
        ]),
  ],
}
