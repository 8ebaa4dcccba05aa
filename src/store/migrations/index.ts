import { people } from './0001-people.ts'
import { catalogue } from './0002-catalogue.ts'
import { reading } from './0003-reading.ts'
import { tasks } from './0004-tasks.ts'
import { search } from './0005-search.ts'
import { dataOfKomgaApps } from './0006-data-of-komga-apps.ts'
import { seriesFieldsFromBooks } from './0007-series-fields-from-books.ts'
import { excludedFiles } from './0008-excluded-files.ts'
import { dropUnusedIndexes } from './0009-drop-unused-indexes.ts'
import { annotations } from './0010-annotations.ts'
import { bookReadingDirection } from './0011-book-reading-direction.ts'
import { reindexFoldedWords } from './0012-reindex-folded-words.ts'
import { kobo } from './0013-kobo.ts'
import { audit } from './0014-audit.ts'
import { imports } from './0015-imports.ts'
import { neverReuseIds } from './0016-never-reuse-ids.ts'
import { plugins } from './0017-plugins.ts'
import { releases } from './0018-releases.ts'
import { deniedActions } from './0019-denied-actions.ts'
import { bookMatching } from './0020-book-matching.ts'
import { fonts } from './0021-fonts.ts'
import { bookText } from './0022-book-text.ts'
import { ruleLists } from './0023-rule-lists.ts'
import { dismissedBooks } from './0024-dismissed-books.ts'
import { relations } from './0025-relations.ts'
import { libraryMetadata } from './0026-library-metadata.ts'
import { userPlugins } from './0027-user-plugins.ts'
import { koboArrivals } from './0028-kobo-arrivals.ts'
import { koboStore } from './0029-kobo-store.ts'
import { fileChanges } from './0030-file-changes.ts'
import { fontWeights } from './0031-font-weights.ts'
import { fixedLayout } from './0032-fixed-layout.ts'
import { reindexFoldedScripts } from './0033-reindex-folded-scripts.ts'
import { annotationIdsPerUser } from './0034-annotation-ids-per-user.ts'
import { plainTableNames } from './0035-plain-table-names.ts'
import { lastSessionOfAReader } from './0036-last-session-of-a-reader.ts'
import { commonPairs } from './0037-common-pairs.ts'
import { releaseTracking } from './0038-release-tracking.ts'
import { reindexUnspacedScripts } from './0039-reindex-unspaced-scripts.ts'
import { reviewsWithoutRating } from './0040-reviews-without-rating.ts'
import { storyFacets } from './0041-story-facets.ts'
import { plainColumnNames } from './0042-plain-column-names.ts'
import { reindexNamesWithoutSpaces } from './0043-reindex-names-without-spaces.ts'
import { filePasswords } from './0044-file-passwords.ts'
import { hiddenSeries } from './0045-hidden-series.ts'
import { reindexCrossedNames } from './0046-reindex-crossed-names.ts'
import { reindexSpellingVariants } from './0047-reindex-spelling-variants.ts'
import { firstSeen } from './0048-first-seen.ts'
import { wordPairs } from './0049-word-pairs.ts'
import { importedKobos } from './0050-imported-kobos.ts'
import { taskTypes } from './0051-task-types.ts'
import { groupedNumbersInTexts } from './0052-grouped-numbers.ts'
import type { Migration } from './migration.ts'

export const migrations: readonly Migration[] = [
  people,
  catalogue,
  reading,
  tasks,
  search,
  dataOfKomgaApps,
  seriesFieldsFromBooks,
  excludedFiles,
  dropUnusedIndexes,
  annotations,
  bookReadingDirection,
  reindexFoldedWords,
  kobo,
  audit,
  imports,
  neverReuseIds,
  plugins,
  releases,
  deniedActions,
  bookMatching,
  fonts,
  bookText,
  ruleLists,
  dismissedBooks,
  relations,
  libraryMetadata,
  userPlugins,
  koboArrivals,
  koboStore,
  fileChanges,
  fontWeights,
  fixedLayout,
  reindexFoldedScripts,
  annotationIdsPerUser,
  plainTableNames,
  lastSessionOfAReader,
  commonPairs,
  releaseTracking,
  reindexUnspacedScripts,
  reviewsWithoutRating,
  storyFacets,
  plainColumnNames,
  reindexNamesWithoutSpaces,
  filePasswords,
  hiddenSeries,
  reindexCrossedNames,
  reindexSpellingVariants,
  firstSeen,
  wordPairs,
  importedKobos,
  taskTypes,
  groupedNumbersInTexts,
]
