import { badgeValues } from '../../contract/badge-values.ts'
import { readBookBadgeValues, readSeriesBadgeValues } from '../../store/list/badge-values.ts'
import type { AppContext } from '../app-context.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'

/** Values shown by badges on covers that lists don't contain. */
export function mountBadgeValues(api: OpenSurface, { db }: Pick<AppContext, 'db'>): void {
  serve(api, badgeValues.find, async ({ body, viewer }) => {
    const series = await readSeriesBadgeValues(db, viewer, body.seriesIds ?? [])
    const books = await readBookBadgeValues(db, viewer, body.bookIds ?? [])
    return [...series, ...books].map(({ uid, language, formats, lastBookAt }) => ({
      id: uid,
      language,
      formats,
      lastBookAddedAt: lastBookAt === null ? null : formatTimestamp(lastBookAt),
    }))
  })
}
