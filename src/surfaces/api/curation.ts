import type { House } from '../house.ts'
import type { OpenSurface } from '../serve.ts'
import { mountAlternateTitles } from './alternate-titles.ts'
import { mountBookMetadata } from './book-metadata.ts'
import { mountBulkMetadata } from './bulk-metadata.ts'
import type { Curation } from './curation-house.ts'
import { mountExternal } from './external.ts'
import { mountFacetEdits } from './facet-edits.ts'
import { mountRatings } from './ratings.ts'
import { mountSeriesMetadata } from './series-metadata.ts'
import { mountSeriesSharingTags } from './series-sharing-tags.ts'
import { openShelving } from './shelving.ts'

/** Everything by which people put right what files say. */
export function mountCuration(api: OpenSurface, house: House): void {
  const curation: Curation = { ...house, shelving: openShelving(house) }
  mountBookMetadata(api, curation)
  mountSeriesMetadata(api, curation)
  mountFacetEdits(api, curation)
  mountAlternateTitles(api, curation)
  mountExternal(api, curation)
  mountRatings(api, curation)
  mountSeriesSharingTags(api, curation)
  mountBulkMetadata(api, curation)
}
