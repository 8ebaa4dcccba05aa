import { alternateTitles } from './alternate-titles.ts'
import { annotations } from './annotations.ts'
import { apiKeys } from './api-keys.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { backups } from './backups.ts'
import { badgeValues } from './badge-values.ts'
import { bookAnalysis } from './book-analysis.ts'
import { bookErrors } from './book-errors.ts'
import { bookMetadata } from './book-metadata.ts'
import { bookmarks } from './bookmarks.ts'
import { books } from './books.ts'
import { bulkBookMetadata, bulkSeriesMetadata } from './bulk-metadata.ts'
import { combinedMetadataEdits } from './combined-metadata-edits.ts'
import { bookCovers, seriesCovers } from './covers.ts'
import { collections, readLists, wantToRead } from './curated-lists.ts'
import { doctor } from './doctor.ts'
import { duplicates } from './duplicates.ts'
import { epub } from './epub.ts'
import { events } from './events.ts'
import { bookExternalData, seriesExternalData } from './external-data.ts'
import { facets } from './facets.ts'
import { filePassword } from './file-password.ts'
import { filesystem } from './filesystem.ts'
import { fonts } from './fonts.ts'
import { genreRoutes, tagRoutes } from './genre-or-tag.ts'
import { hiddenSeries } from './hidden-series.ts'
import { homeRows } from './home-rows.ts'
import { imports } from './imports.ts'
import { koboDevices } from './kobo-devices.ts'
import { libraries } from './libraries.ts'
import { libraryMaintenance } from './library-maintenance.ts'
import { ownDataExport } from './own-data-export.ts'
import { ownSessions } from './own-sessions.ts'
import { pages } from './pages.ts'
import { pdf } from './pdf.ts'
import { pluginMatching } from './plugin-matching.ts'
import { pluginMetadata } from './plugin-metadata.ts'
import { plugins } from './plugins.ts'
import { preferences } from './preferences.ts'
import { progress } from './progress.ts'
import { ratings } from './ratings.ts'
import { relations } from './relations.ts'
import { releases } from './releases.ts'
import type { Route } from './route.ts'
import { savedFilters } from './saved-filters.ts'
import { series } from './series.ts'
import { seriesMetadata } from './series-metadata.ts'
import { seriesSharingTags } from './series-sharing-tags.ts'
import { server } from './server.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { sharingTags } from './sharing-tags.ts'
import { system } from './system.ts'
import { tasks } from './tasks.ts'
import { textSearch } from './text-search.ts'
import { userPlugins } from './user-plugins.ts'
import { users } from './users.ts'

/**
 * Every route of the API by resource, in the order of the reference. New resources are added here; a test finds missing
 * ones.
 */
export const contract = {
  system,
  setup,
  auth,
  apiKeys,
  users,
  ownSessions,
  preferences,
  fonts,
  sharingTags,
  audit,
  imports,
  backups,
  doctor,
  libraries,
  filesystem,
  home: homeRows,
  languagesAndFormats: badgeValues,
  series,
  seriesMetadata,
  seriesCovers,
  seriesExternalData,
  seriesSharingTags,
  relations,
  alternateTitles,
  bulkSeries: bulkSeriesMetadata,
  books,
  bookErrors,
  bookMetadata,
  bookCovers,
  bookExternalData,
  bulkBooks: bulkBookMetadata,
  combinedMetadataEdits,
  pages,
  epub,
  textSearch,
  pdf,
  progress,
  bookmarks,
  annotations,
  koboDevices,
  collections,
  readLists,
  wantToRead,
  hiddenSeries,
  savedFilters,
  duplicates,
  exports: ownDataExport,
  ratings,
  facets,
  genreEdits: genreRoutes,
  tagEdits: tagRoutes,
  analysis: bookAnalysis,
  filePassword,
  libraryMaintenance,
  tasks,
  events,
  settings,
  server,
  plugins,
  pluginMetadata,
  pluginMatching,
  releases,
  userPlugins,
}

export const allRoutes: readonly Route[] = Object.values(contract).flatMap((resource): Route[] =>
  Object.values(resource),
)
