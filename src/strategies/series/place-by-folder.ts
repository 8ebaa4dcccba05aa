import type { LibraryKind } from '../../formats/filename/file-name-facts.ts'
import type { FileToPlace, Placement } from './placement.ts'
import {
  depthOfSeries,
  fileNameFactsOf,
  foldersOf,
  isInOneShotsFolder,
  placementOf,
  seriesOfFolder,
  seriesOfName,
  seriesOfOneShot,
} from './series-of-file.ts'

/** The nearest folder with a distinct name is the series; the first `skipped` folders never are. */
export function placeByFolder(file: FileToPlace, skipped: number, kind?: LibraryKind): Placement {
  const folders = foldersOf(file)
  const facts = fileNameFactsOf(file, skipped, kind)
  if (isInOneShotsFolder(folders)) return placementOf(seriesOfOneShot(file, facts), facts)
  const depth = depthOfSeries(file, skipped)
  const series = depth > skipped ? seriesOfFolder(folders, depth) : seriesOfName(file, depth, facts)
  return placementOf(series, facts)
}
