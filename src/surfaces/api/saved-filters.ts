import {
  bookQueryOf,
  requireParsableQuery,
  savedQueryText,
  seriesQueryOf,
} from '../../catalog/filters/parse-saved-query.ts'
import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { type SavedFilter, savedFilters } from '../../contract/saved-filters.ts'
import { listBooks } from '../../store/book/list.ts'
import { NOT_HIDDEN, NOT_IN_HIDDEN_SERIES, withoutHidden } from '../../store/list/hidden-series-condition.ts'
import {
  addSavedFilter,
  changeSavedFilter,
  deleteSavedFilter,
  findSavedFilter,
  listSavedFilters,
  type SavedFilterRow,
} from '../../store/saved-filter/saved-filter.ts'
import { listSeries } from '../../store/series/list.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import { requireBelowLimit } from '../../store/user/per-user-limits.ts'
import { hasPermission, type Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { presentBook } from '../present/book.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { presentSeries } from '../present/series.ts'
import { type OpenSurface, serve } from '../serve.ts'

type Query = SavedFilter['query']

export function mountSavedFilters(api: OpenSurface, { db, config }: AppContext): void {
  serve(api, savedFilters.list, async ({ viewer }) =>
    (await listSavedFilters(db, viewer)).map((row) => present(row, viewer)),
  )

  serve(api, savedFilters.create, async ({ body, viewer }) => {
    requireParsableQuery(body.target, body.query)
    if (body.shared) requireSharing(viewer)
    const fields = {
      name: body.name.trim(),
      target: body.target,
      query: savedQueryText(body.query),
      is_shared: body.shared ? 1 : 0,
    }
    const { userId } = viewer
    const row = await db.transaction(async (tx) => {
      const added = await addSavedFilter(tx, userId, fields)
      await requireBelowLimit(tx, { table: 'saved_filter', userId }, config.limits.saved_filters)
      return added
    })
    return present(row, viewer)
  })

  serve(api, savedFilters.change, async ({ params, body, viewer }) => {
    const row = await readOwn(viewer, params.id)
    if (body.query) requireParsableQuery(row.target, body.query)
    if (body.shared) requireSharing(viewer)
    const fields = {
      name: body.name?.trim() ?? row.name,
      target: row.target,
      query: body.query ? savedQueryText(body.query) : row.query,
      is_shared: body.shared === undefined ? row.is_shared : body.shared ? 1 : 0,
    }
    return present(await db.transaction((tx) => changeSavedFilter(tx, row, fields)), viewer)
  })

  serve(api, savedFilters.remove, async ({ params, viewer }) => {
    const row = await readOwn(viewer, params.id)
    await db.transaction((tx) => deleteSavedFilter(tx, row))
  })

  serve(api, savedFilters.items, async ({ params, query, viewer, request, href }) => {
    const row = await read(viewer, params.id)
    const saved = JSON.parse(row.query) as Query
    if (row.target === 'series') {
      const found = await listSeries(
        db,
        viewer,
        withoutHidden(seriesQueryOf(saved), NOT_HIDDEN),
        limitAndOffsetOf(query),
      )
      return presentListPage({ request, href }, query, { data: found.data.map(presentSeries), total: found.total })
    }
    const found = await listBooks(
      db,
      viewer,
      withoutHidden(bookQueryOf(saved), NOT_IN_HIDDEN_SERIES),
      limitAndOffsetOf(query),
    )
    const data = found.data.map((book) => presentBook(book, viewer))
    return presentListPage({ request, href }, query, { data, total: found.total })
  })

  async function read(viewer: Viewer, id: string): Promise<SavedFilterRow> {
    const row = await findSavedFilter(db, viewer, uuidToBytes(id))
    if (!row) throw problem('not_found', 'There is no such filter.')
    return row
  }

  async function readOwn(viewer: Viewer, id: string): Promise<SavedFilterRow> {
    const row = await read(viewer, id)
    if (row.user_id !== viewer.userId) throw problem('not_found', 'You have no such filter.')
    return row
  }
}

function requireSharing(viewer: Viewer): void {
  if (hasPermission(viewer, 'SeriesWrite')) return
  throw problem('permission_denied', 'You need the permission SeriesWrite to share a filter.', {
    permission: 'SeriesWrite',
  })
}

const present = (row: SavedFilterRow, viewer: Viewer): SavedFilter => ({
  id: bytesToUuid(row.uid),
  name: row.name,
  target: row.target as SavedFilter['target'],
  query: JSON.parse(row.query),
  shared: row.is_shared === 1,
  mine: row.user_id === viewer.userId,
  createdAt: formatTimestamp(row.created_at),
  updatedAt: formatTimestamp(row.updated_at),
})
