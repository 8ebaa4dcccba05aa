import { people } from './0001-people.ts'
import { catalogue } from './0002-catalogue.ts'
import { reading } from './0003-reading.ts'
import { work } from './0004-work.ts'
import { search } from './0005-search.ts'
import { apps } from './0006-apps.ts'
import { gleaned } from './0007-gleaned.ts'
import { leftOut } from './0008-left-out.ts'
import { unasked } from './0009-unasked.ts'
import { annotations } from './0010-annotations.ts'
import { whatFilesSay } from './0011-what-files-say.ts'
import { foldedWords } from './0012-folded-words.ts'
import { kobo } from './0013-kobo.ts'
import { audit } from './0014-audit.ts'
import { imports } from './0015-imports.ts'
import { idsOnce } from './0016-ids-once.ts'
import { plugins } from './0017-plugins.ts'
import { releases } from './0018-releases.ts'
import { deniedActions } from './0019-denied-actions.ts'
import { bookMatching } from './0020-book-matching.ts'
import { fonts } from './0021-fonts.ts'
import { bookText } from './0022-book-text.ts'
import { ruleLists } from './0023-rule-lists.ts'
import { dismissed } from './0024-dismissed.ts'
import { relations } from './0025-relations.ts'
import { libraryMetadata } from './0026-library-metadata.ts'
import { userPlugins } from './0027-user-plugins.ts'
import { koboArrivals } from './0028-kobo-arrivals.ts'
import { koboStore } from './0029-kobo-store.ts'
import { fileChanges } from './0030-file-changes.ts'
import type { Migration } from './migration.ts'

export const migrations: readonly Migration[] = [
  people,
  catalogue,
  reading,
  work,
  search,
  apps,
  gleaned,
  leftOut,
  unasked,
  annotations,
  whatFilesSay,
  foldedWords,
  kobo,
  audit,
  imports,
  idsOnce,
  plugins,
  releases,
  deniedActions,
  bookMatching,
  fonts,
  bookText,
  ruleLists,
  dismissed,
  relations,
  libraryMetadata,
  userPlugins,
  koboArrivals,
  koboStore,
  fileChanges,
]
