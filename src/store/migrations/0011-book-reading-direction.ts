import type { Migration } from './migration.ts'

/**
 * A book stores the reading direction of its file. Existing libraries still title series by their folders; titles from
 * files are the default for new ones.
 */
export const bookReadingDirection: Migration = {
  number: 11,
  name: 'what-files-say',
  statements: ({ kind }) => {
    const direction =
      kind === 'sqlite'
        ? `json_extract(m.facts, '$.file.ofSeries.direction')`
        : `m.facts::json #>> '{file,ofSeries,direction}'`
    const byFolder = `series_strategy in ('series_volume', 'series_volume_chapter', 'publisher_hierarchy')`
    return [
      `alter table book add column reading_direction text`,
      `update book set reading_direction = (select ${direction} from book_meta m where m.book_id = book.id)
        where id in (select book_id from book_meta where facts like '%"direction":%')`,
      `update library set series_config = '{"titleFromMetadata":false}' where ${byFolder} and series_config in ('{}', 'null')`,
      `update library set series_config = '{"titleFromMetadata":false,' || substr(series_config, 2)
        where ${byFolder} and series_config like '{"%' and series_config not like '%"titleFromMetadata"%'`,
    ]
  },
}
