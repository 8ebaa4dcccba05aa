import type { MetadataEditDeps } from '../../catalog/metadata/metadata-edit-deps.ts'
import { problem } from '../../contract/problems.ts'
import { findFullBook } from '../../store/book/full-book.ts'
import type { FullBookView } from '../../store/book/view.ts'
import {
  type BookEditTarget,
  findBookEditTargets,
  findSeriesEditTargets,
  type SeriesEditTarget,
} from '../../store/metadata/edit-targets.ts'
import type { Db } from '../../store/open.ts'
import { addSeriesMetadata } from '../../store/series/full-series.ts'
import { findSeries } from '../../store/series/read.ts'
import type { FullSeriesView } from '../../store/series/view.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'

export type CurationContext = AppContext & MetadataEditDeps

const noBook = () => problem('not_found', 'There is no such book.')
const noSeries = () => problem('not_found', 'There is no such series.')

export async function readBookTarget(db: Db, viewer: Viewer, id: string): Promise<BookEditTarget> {
  const [book] = await findBookEditTargets(db, viewer, [uuidToBytes(id)])
  if (!book) throw noBook()
  return book
}

export async function readSeriesTarget(db: Db, viewer: Viewer, id: string): Promise<SeriesEditTarget> {
  const [series] = await findSeriesEditTargets(db, viewer, [uuidToBytes(id)])
  if (!series) throw noSeries()
  return series
}

export async function readFullBook(db: Db, viewer: Viewer, id: string): Promise<FullBookView> {
  const book = await findFullBook(db, viewer, id)
  if (!book) throw noBook()
  return book
}

export async function readFullSeries(db: Db, viewer: Viewer, id: string): Promise<FullSeriesView> {
  const series = await findSeries(db, viewer, id)
  const [full] = series ? await addSeriesMetadata(db, [series]) : []
  if (!full) throw noSeries()
  return full
}
