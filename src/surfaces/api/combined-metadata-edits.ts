import { computeEditedBook } from '../../catalog/metadata/compute-edited-book.ts'
import { computeEditedSeries } from '../../catalog/metadata/compute-edited-series.ts'
import { editBooks } from '../../catalog/metadata/edit-books.ts'
import { type HasGenresAndTags, setGenresOrTags } from '../../catalog/metadata/edit-genres-or-tags.ts'
import { editSeries } from '../../catalog/metadata/edit-series.ts'
import { addLocks, changeLocks } from '../../catalog/metadata/locks.ts'
import { normaliseBookPatch } from '../../catalog/metadata/normalise-book-patch.ts'
import { normaliseSeriesPatch } from '../../catalog/metadata/normalise-series-patch.ts'
import { combinedMetadataEdits } from '../../contract/combined-metadata-edits.ts'
import { validationProblem } from '../../contract/problems.ts'
import { replaceExternalLinks } from '../../store/external/change-external-data.ts'
import { replaceAlternateTitles } from '../../store/metadata/alternate-titles.ts'
import { uuidToBytes } from '../../store/uid.ts'
import { presentBookMetadata } from '../present/book-metadata.ts'
import { presentSeriesMetadataWithExternals } from '../present/external-data.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { cleanAlternateTitle, noSuchAlternateTitle } from './alternate-titles.ts'
import {
  type CurationContext,
  readBookTarget,
  readFullBook,
  readFullSeries,
  readSeriesTarget,
} from './curation-context.ts'
import { cleanExternalLink } from './external-data.ts'

type Lists = { genres?: readonly string[]; tags?: readonly string[] }
type Locks = Readonly<Record<string, boolean | null | undefined>>

/** An editor saves all changes in one request: a fault in one part leaves everything unchanged. */
export function mountCombinedMetadataEdits(api: OpenSurface, curation: CurationContext): void {
  const { db, metadataEditHooks } = curation

  serve(api, combinedMetadataEdits.series, async ({ params, body, viewer }) => {
    const { genres, tags, alternateTitles, externalLinks, locks, ...fields } = body
    const change = normaliseSeriesPatch(fields)
    const titles = alternateTitles?.map(({ id, ...title }) => ({
      ...cleanAlternateTitle(title),
      ...(id && { uid: uuidToBytes(id) }),
    }))
    const links = externalLinks?.map(cleanExternalLink)
    if (links) refuseTwice(links.map(({ source }) => source))
    const series = await readSeriesTarget(db, viewer, params.id)
    await editSeries(curation, [series], {
      edit: (before) => {
        const edited = withLists(computeEditedSeries(before, change, { replace: false }), { genres, tags })
        const locked = titles ? addLocks(edited.locks, ['alternateTitles']) : edited.locks
        return { ...edited, locks: changeLocks(locked, locks ?? {}) }
      },
      also: async (tx, target, now) => {
        const changed: string[] = []
        if (titles) {
          const isChanged = await replaceAlternateTitles(tx, target.id, titles, now)
          if (isChanged === undefined) throw noSuchAlternateTitle()
          if (isChanged) changed.push('alternateTitles')
        }
        if (links && (await replaceExternalLinks(tx, 'series', target.id, links, now))) changed.push('externalLinks')
        return changed
      },
    })
    return presentSeriesMetadataWithExternals(await readFullSeries(db, viewer, params.id))
  })

  serve(api, combinedMetadataEdits.book, async ({ params, body, viewer }) => {
    const { genres, tags, locks, ...fields } = body
    const change = normaliseBookPatch(fields)
    const book = await readBookTarget(db, viewer, params.id)
    const options = { replace: false, numberOf: metadataEditHooks.numberOf }
    await editBooks(curation, [book], {
      edit: (before) => {
        const edited = withLists(computeEditedBook(before, change, options), { genres, tags })
        return { ...edited, locks: changeLocks(edited.locks, (locks ?? {}) as Locks) }
      },
    })
    return presentBookMetadata(await readFullBook(db, viewer, params.id))
  })
}

function withLists<State extends HasGenresAndTags>(before: State, { genres, tags }: Lists): State {
  const after = genres ? setGenresOrTags(before, 'genres', genres) : before
  return tags ? setGenresOrTags(after, 'tags', tags) : after
}

/** A series has one link per source; of two, one would be silently lost. */
function refuseTwice(sources: readonly string[]): void {
  const at = sources.findIndex((source, index) => sources.indexOf(source) !== index)
  if (at >= 0) throw validationProblem([{ path: `externalLinks.${at}.sourceName`, message: 'must be unique' }])
}
