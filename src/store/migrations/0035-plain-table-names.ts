import type { Migration } from './migration.ts'

/**
 * Tables get the names that their rows have everywhere else. Older backups contain the former names (`renamedTables`).
 */
export const plainTableNames: Migration = {
  number: 35,
  name: 'plain-table-names',
  statements: () => [
    `alter table shelf_cover rename to list_cover`,
    `drop index shelf_cover_collection`,
    `drop index shelf_cover_read_list`,
    `create index list_cover_collection on list_cover(collection_id)`,
    `create index list_cover_read_list on list_cover(read_list_id)`,
    `alter table file_deed rename to file_operation`,
    `alter table left_out rename to excluded_file`,
    `alter table plugin_record rename to previewed_metadata`,
    `drop index plugin_record_by_time`,
    `create index previewed_metadata_by_time on previewed_metadata(created_at)`,
  ],
}
