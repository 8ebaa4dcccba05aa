import type { Migration } from './migration.ts'

/**
 * PostgreSQL indexes the pairs of adjacent words of a passage: for a phrase of usual words, it had to unpack the
 * thousands of passages that hold all of them. A pair is one of a million numbers, computed from the stored positions
 * and not stored itself. Passages that are already indexed stay as they are.
 */
export const wordPairs: Migration = {
  number: 49,
  name: 'word-pairs',
  statements: ({ kind }) => (kind === 'postgres' ? forPostgres : []),
}

const forPostgres = [
  // The cost keeps PostgreSQL from computing them for a passage instead of looking into the index.
  `create function word_pairs(words tsvector) returns int[] language sql immutable strict parallel safe cost 100000 as $$
    select array_agg(((a::bigint * 31 + b) & 1048575)::int)
    from (select array_agg(hash order by place) as hashes
        from (select hashtext(lexeme) as hash, positions from unnest(words) offset 0) words, unnest(positions) place) ordered,
      unnest(hashes, hashes[2:]) as pair(a, b) where b is not null $$`,
  `alter table text_search add column has_pairs boolean not null default false`,
  `alter table text_search alter column has_pairs set default true`,
  `create index text_search_pairs on text_search using gin (word_pairs(words)) with (fastupdate = off) where has_pairs`,
  // Else “analyze” computes the pairs of thousands of passages.
  `alter index text_search_pairs alter column 1 set statistics 0`,
  `create index text_search_without_pairs on text_search(id) where not has_pairs`,
]
