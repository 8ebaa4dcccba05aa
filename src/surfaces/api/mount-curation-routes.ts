import type { AppContext } from '../app-context.ts'
import type { OpenSurface } from '../serve.ts'
import { mountAlternateTitles } from './alternate-titles.ts'
import { mountBookMetadata } from './book-metadata.ts'
import { mountBulkMetadata } from './bulk-metadata.ts'
import { mountCombinedMetadataEdits } from './combined-metadata-edits.ts'
import type { CurationContext } from './curation-context.ts'
import { mountExternalData } from './external-data.ts'
import { mountGenresOrTags } from './genres-or-tags.ts'
import { openMetadataEditHooks } from './metadata-edit-hooks.ts'
import { mountRatings } from './ratings.ts'
import { mountRelations } from './relations.ts'
import { mountSeriesMetadata } from './series-metadata.ts'
import { mountSeriesSharingTags } from './series-sharing-tags.ts'

/** All routes by which users correct the metadata of files. */
export function mountCurationRoutes(api: OpenSurface, context: AppContext): void {
  const curation: CurationContext = { ...context, metadataEditHooks: openMetadataEditHooks(context) }
  mountBookMetadata(api, curation)
  mountSeriesMetadata(api, curation)
  mountGenresOrTags(api, curation)
  mountAlternateTitles(api, curation)
  mountExternalData(api, curation)
  mountRatings(api, curation)
  mountSeriesSharingTags(api, curation)
  mountRelations(api, curation)
  mountBulkMetadata(api, curation)
  mountCombinedMetadataEdits(api, curation)
}
