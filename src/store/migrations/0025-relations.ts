import { linkStoryOfAllBooks } from '../facet/link-story.ts'
import type { Migration } from './migration.ts'

/**
 * Relations between series, and the story arcs and universes named in files. A relation is stored once, in one
 * direction: the reverse is derived from it.
 */
export const relations: Migration = {
  number: 25,
  name: 'relations',
  statements: ({ id, int, real, key, keyed }) => [
    `create table story_arc (id ${id}, name text not null, name_key ${key} not null unique)`,
    `create table book_story_arc (
      story_arc_id integer not null references story_arc(id) on delete cascade,
      book_id integer not null references book(id) on delete cascade, position ${real},
      primary key (story_arc_id, book_id)) ${keyed}`,
    `create index book_story_arc_back on book_story_arc(book_id)`,
    `create table book_universe (
      book_id integer primary key references book(id) on delete cascade, name text not null, name_key ${key} not null)`,
    `create index book_universe_by_name on book_universe(name_key, book_id)`,
    `create table series_relation (
      series_id integer not null references series(id) on delete cascade,
      other_id integer not null references series(id) on delete cascade,
      kind text not null, source text not null, created_at ${int} not null,
      primary key (series_id, other_id)) ${keyed}`,
    `create index series_by_imprint on series(imprint) where imprint is not null`,
    `create index series_external_id_by_id on series_external_id(external_id)`,
    `create index series_relation_back on series_relation(other_id)`,
  ],
  afterwards: linkStoryOfAllBooks,
}
