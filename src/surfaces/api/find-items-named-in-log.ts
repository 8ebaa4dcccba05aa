import { readVisibleTitles, type TitledKind } from '../../store/list/titles.ts'
import type { Db } from '../../store/open.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { LogLine } from '../edge/read-server-log.ts'

interface Subject {
  kind: TitledKind
  id: string
  title: string
}

/** Nobody looks at more of each kind in one response. */
const MAX_ITEMS_OF_A_KIND = 500

/** The libraries, series and books that each line names by id, as far as the viewer may see them. */
export async function findItemsNamedInLog(db: Db, viewer: Viewer, lines: readonly LogLine[]): Promise<Subject[][]> {
  const named = lines.map(({ details }) => readItemIdsInLogLine(details))
  const wanted = { library: new Set<string>(), series: new Set<string>(), book: new Set<string>() }
  // The newest lines come last, and are resolved first.
  for (const { kind, id } of named.toReversed().flat())
    if (wanted[kind].size < MAX_ITEMS_OF_A_KIND) wanted[kind].add(id)
  const titles = await readVisibleTitles(db, viewer, wanted)
  return named.map((ids) =>
    ids.flatMap(({ kind, id }) => {
      const title = titles.get(id)
      return title === undefined ? [] : [{ kind, id, title }]
    }),
  )
}

/** Ids in their own fields, as the target of an action, or in the URL of a failed request. */
export function readItemIdsInLogLine(details: Record<string, unknown>): { kind: TitledKind; id: string }[] {
  const found = new Map<string, TitledKind>()
  const add = (kind: TitledKind, id: unknown) => {
    if (typeof id === 'string' && UUID.test(id)) found.set(id.toLowerCase(), kind)
  }
  add('library', details.libraryId)
  add('series', details.seriesId)
  add('book', details.bookId)
  if (isKind(details.targetType)) add(details.targetType, details.target)
  const url = (details.req as { url?: unknown } | undefined)?.url
  if (typeof url === 'string')
    for (const [, kind, id] of url.matchAll(/\/(libraries|series|books)\/([0-9a-f-]{36})/gi))
      add(kind === 'libraries' ? 'library' : kind === 'books' ? 'book' : 'series', id)
  return [...found].map(([id, kind]) => ({ kind, id }))
}

const isKind = (value: unknown): value is TitledKind => value === 'library' || value === 'series' || value === 'book'
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
