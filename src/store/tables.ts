import type { CatalogueTables } from './tables/catalogue.ts'
import type { FileOperationTables } from './tables/file-operations.ts'
import type { ImportTables } from './tables/imports.ts'
import type { KoboTables } from './tables/kobo.ts'
import type { ListCoverTables } from './tables/list-covers.ts'
import type { MetadataTables } from './tables/metadata.ts'
import type { PluginTables } from './tables/plugins.ts'
import type { ReadingTables } from './tables/reading.ts'
import type { ReleaseTables } from './tables/releases.ts'
import type { SettingTables } from './tables/settings.ts'
import type { SharingTables } from './tables/sharing.ts'
import type { TaskTables } from './tables/tasks.ts'
import type { UserTables } from './tables/users.ts'

/**
 * Every table as Kysely sees it. Times are milliseconds since 1970, flags are 0 or 1, lists and objects are JSON: the
 * same values from both databases.
 */
export interface Tables
  extends UserTables,
    SettingTables,
    PluginTables,
    ReleaseTables,
    CatalogueTables,
    MetadataTables,
    SharingTables,
    ReadingTables,
    TaskTables,
    KoboTables,
    ListCoverTables,
    FileOperationTables,
    ImportTables {
  book_search: SearchTable
  series_search: SearchTable
  /** Written and queried only by `store/book-text`. */
  text_search: SearchTable
}

/** Written and queried only by `store/search`: the two databases store it differently. */
interface SearchTable {
  id: number
  words: string
}
