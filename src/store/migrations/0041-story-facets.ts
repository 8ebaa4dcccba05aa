import { linkStoryOfAllBooks } from '../facet/link-story.ts'
import type { Migration } from './migration.ts'

/** The characters, teams and locations of books by name, so that each leads to everything that has it. */
export const storyFacets: Migration = {
  number: 41,
  name: 'story-facets',
  statements: ({ id, key, keyed }) =>
    ['character', 'team', 'location'].flatMap((facet) => [
      `create table ${facet} (id ${id}, name text not null, name_key ${key} not null unique)`,
      `create table book_${facet} (
        ${facet}_id integer not null references ${facet}(id) on delete cascade,
        book_id integer not null references book(id) on delete cascade,
        primary key (${facet}_id, book_id)) ${keyed}`,
      `create index book_${facet}_back on book_${facet}(book_id, ${facet}_id)`,
    ]),
  afterwards: linkStoryOfAllBooks,
}
