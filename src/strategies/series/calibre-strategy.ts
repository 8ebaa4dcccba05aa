import type { CalibreSeriesConfig } from '../../contract/library-strategies.ts'
import { facetKey } from '../../store/text/fold-letters.ts'
import type { DetectedSeries, FileToPlace, Placement, SeriesStrategy } from './placement.ts'
import { fileNameFactsOf, fileStemOf, foldersOf, namedSeries } from './series-of-file.ts'

/**
 * Author/Title (id)/Title - Author.ext. Folders and file names are transliterated ("Cao Zhen" for 草枕), so metadata from
 * the OPF file takes precedence.
 */
export function calibreStrategy(config: CalibreSeriesConfig): SeriesStrategy {
  const { seriesMode = 'from_metadata', readOpfMetadata = true } = config
  return {
    usesMetadata: readOpfMetadata || seriesMode === 'from_metadata',
    titleFromMetadata: false,
    place(file) {
      const known = readOpfMetadata ? file : { ...file, metadata: undefined }
      const title = titleOf(known, config)
      const author = authorOf(known, config)
      const series = { ...seriesIn(seriesMode, known, title, author), author }
      return { series, ...numbersOf(known, seriesMode), title, special: false }
    },
  }
}

function titleOf(file: FileToPlace, { stripIdSuffix = true }: CalibreSeriesConfig): string {
  const folders = foldersOf(file)
  const folder = folders.length > 1 ? folders.at(-1)! : undefined
  if (file.metadata?.title) return file.metadata.title
  if (!folder) return fileStemOf(file)
  return stripIdSuffix ? folder.replace(/ \(\d{1,9}\)$/, '') : folder
}

function authorOf(file: FileToPlace, { authorFromFolder = true }: CalibreSeriesConfig): string | undefined {
  const folders = foldersOf(file)
  return file.metadata?.authors?.[0] ?? (authorFromFolder && folders.length > 1 ? folders[0] : undefined)
}

function seriesIn(
  mode: NonNullable<CalibreSeriesConfig['seriesMode']>,
  file: FileToPlace,
  title: string,
  author?: string,
): DetectedSeries {
  const folders = foldersOf(file)
  const named = file.metadata?.series
  // Calibre identifies a series by its name, regardless of the authors of its books.
  if (mode === 'from_metadata' && named) return namedSeries('', named, facetKey(named), false)
  if (mode === 'by_author' && folders.length > 1) {
    const [folder] = folders as [string]
    return { key: folder, path: folder, title: author ?? folder, folderName: folder, isOneshot: false }
  }
  const path = folders.join('/')
  // Several formats of one title share a folder; loose files don't.
  if (folders.length < 2) return namedSeries(path, title, fileStemOf(file), true)
  return { key: path, path, title, folderName: folders.at(-1)!, isOneshot: true }
}

function numbersOf(
  file: FileToPlace,
  mode: CalibreSeriesConfig['seriesMode'],
): Pick<Placement, 'number' | 'year' | 'volume'> {
  const { metadata } = file
  if (mode === 'from_metadata' && metadata?.series) return { number: metadata.number, year: metadata.year }
  return { year: metadata?.year ?? fileNameFactsOf(file, foldersOf(file).length, 'book').year }
}
