import type { ForeignDatabase, ForeignRow } from '../../../store/foreign/foreign-database.ts'
import { foreignIdOf, foreignIntegerOf, foreignTimeOf } from '../../foreign-values.ts'

export interface ChapterFile {
  id: string
  pages: number
  format: number | null
}

export interface Chapter {
  id: string
  seriesId: string | null
  pages: number
  createdAt: number | null
  files: ChapterFile[]
}

export type KavitaChapters = Map<string, Chapter>

export function readKavitaChapters(db: ForeignDatabase): KavitaChapters {
  const seriesOf = new Map<string, string | null>()
  for (const row of db.rows('Volume', ['Id', 'SeriesId']))
    seriesOf.set(foreignIdOf(row.Id) ?? '', foreignIdOf(row.SeriesId))
  const chapters: KavitaChapters = new Map()
  for (const row of db.rows('Chapter', ['Id', 'VolumeId', 'Pages', ...createdColumns])) {
    const id = foreignIdOf(row.Id)
    if (id === null) continue
    const seriesId = seriesOf.get(foreignIdOf(row.VolumeId) ?? '') ?? null
    const createdAt = createdAtOf(row)
    chapters.set(id, { id, seriesId, pages: foreignIntegerOf(row.Pages) ?? 0, createdAt, files: [] })
  }
  for (const row of db.rows('MangaFile', ['Id', 'ChapterId', 'Pages', 'Format'], { order: ['FilePath'] })) {
    const id = foreignIdOf(row.Id)
    const chapter = chapters.get(foreignIdOf(row.ChapterId) ?? '')
    if (id && chapter)
      chapter.files.push({ id, pages: foreignIntegerOf(row.Pages) ?? 0, format: foreignIntegerOf(row.Format) })
  }
  return chapters
}

export const createdColumns = ['CreatedUtc', 'Created'] as const

/** Rows of old versions have only the server's local time. */
export const createdAtOf = (row: ForeignRow<(typeof createdColumns)[number]>): number | null =>
  foreignTimeOf(row.CreatedUtc) ?? foreignTimeOf(row.Created)

/** The file that contains a page of a chapter, and the page within that file; pages count from 0. */
export function fileOfChapterPage(
  chapter: Chapter | undefined,
  page: number,
): { file: ChapterFile; page: number } | undefined {
  let before = 0
  const files = chapter?.files ?? []
  for (const [index, file] of files.entries()) {
    if (page < before + file.pages || index === files.length - 1) return { file, page: page - before }
    before += file.pages
  }
  return undefined
}

/** A format of files, whose pages are its documents. */
export const EPUB = 3
