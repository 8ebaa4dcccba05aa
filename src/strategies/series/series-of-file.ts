import type { FileNameFacts, LibraryKind } from '../../formats/filename/file-name-facts.ts'
import {
  isHashName,
  isHashShardFolder,
  isOneShotsFolder,
  isSpecialsFolder,
} from '../../formats/filename/fill-facts-from-folders.ts'
import { parseFileName } from '../../formats/filename/parse-file-name.ts'
import { parseFolderName } from '../../formats/filename/parse-folder-name.ts'
import { facetKey } from '../../store/text/fold-letters.ts'
import type { DetectedSeries, FileToPlace, Placement } from './placement.ts'

/** Shared by the strategies: derives a series from a folder or a name. */

export function foldersOf({ path }: FileToPlace): string[] {
  return path.split('/').slice(0, -1)
}

export function fileNameOfPlacedFile({ path }: FileToPlace): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/**
 * The depth of the series folder: the innermost with a distinct name. "Vol.1", "Chapter 2" and "Specials" belong to the
 * folder above them; 0 when none is left.
 */
export function depthOfSeries(file: FileToPlace, min = 0): number {
  const folders = foldersOf(file)
  let depth = folders.length
  if (isHashName(fileStemOf(file))) while (depth > min && isHashShardFolder(folders[depth - 1]!)) depth--
  while (depth > min && belongsAbove(folders[depth - 1]!, folders.slice(0, depth - 1))) depth--
  return depth
}

/** The folder at this depth is the series. */
export function seriesOfFolder(folders: readonly string[], depth: number): DetectedSeries {
  const folder = folders[depth - 1]!
  const path = folders.slice(0, depth).join('/')
  return {
    key: path,
    path,
    title: seriesNameOf(folder),
    folderName: folder,
    year: startOfRun(folder),
    isOneshot: false,
  }
}

/** Groups files without a series folder by their names; a file without a series becomes a one-shot. */
export function seriesOfName(file: FileToPlace, depth: number, facts: FileNameFacts): DetectedSeries {
  const path = foldersOf(file).slice(0, depth).join('/')
  if (!facts.series || isHashName(facts.series)) return aloneByTitle(file, path)
  return namedSeries(path, facts.series, facetKey(facts.series), facts.oneShot)
}

/** In a folder of one-shots every file is a series. */
export function seriesOfOneShot(file: FileToPlace, facts: FileNameFacts): DetectedSeries {
  const path = foldersOf(file).join('/')
  const name = facts.series ?? fileStemOf(file)
  return namedSeries(path, name, fileStemOf(file), true)
}

/** "9c/9c41d0e1.epub": neither name nor folder contains any facts. */
function aloneByTitle(file: FileToPlace, path: string): DetectedSeries {
  const stem = fileStemOf(file)
  return namedSeries(path, file.metadata?.title ?? stem, stem, true)
}

/** A series identified by a name inside a shared folder. */
export function namedSeries(path: string, title: string, name: string, isOneshot: boolean): DetectedSeries {
  return { key: `${path}//${name}`, path, title, folderName: title, isOneshot }
}

export function fileStemOf(file: FileToPlace): string {
  return fileNameOfPlacedFile(file).replace(/\.[^.]{1,5}$/, '')
}

/** Facts from the file name, with the folders from `from` on as its context. */
export function fileNameFactsOf(file: FileToPlace, from: number, kind?: LibraryKind): FileNameFacts {
  return parseFileName(fileNameOfPlacedFile(file), { folders: foldersOf(file).slice(from), kind })
}

export function placementOf(series: DetectedSeries, facts: FileNameFacts): Placement {
  const { volume, chapter, number, year, special } = facts
  return { series, volume, chapter, number, year, special, facts }
}

/** Whether one of the folders is for one-shots. */
export function isInOneShotsFolder(folders: readonly string[]): boolean {
  return folders.some(isOneShotsFolder)
}

/** "Akame ga KILL! ZERO (2016-2019) (Digital) (LuCaZ)" → "Akame ga KILL! ZERO", but "Fate (Heaven's Feel)" stays. */
export function seriesNameOf(folder: string): string {
  const facts = parseFolderName(folder)
  const isRelease = facts.released !== undefined || facts.format !== undefined || facts.volume !== undefined
  if (facts.scan && !isRelease) return folder.trim()
  // "Fables Vol. 1" next to "Fables Vol. 2": without a year only the volume distinguishes them.
  if (facts.volume && !facts.number && !facts.year) return folder.trim()
  return facts.series ?? folder.trim()
}

function startOfRun(folder: string): number | undefined {
  const { year, number } = parseFolderName(folder)
  return number ? undefined : year
}

/** "Vol.1", "Specials"; "Monster/Ch. 001-016/Monster Ch. 001"; "A Town/A Town - Post Volume 27" */
function belongsAbove(folder: string, above: readonly string[]): boolean {
  if (above.length === 0) return false
  const facts = parseFolderName(folder)
  const numbered = facts.volume !== undefined || facts.number !== undefined || facts.special
  if (isSpecialsFolder(folder) || (!facts.series && numbered)) return true
  // A year makes it a separate run: "Batman/Batman Vol. 2 (2011)".
  return numbered && !facts.year && above.some((other) => facetKey(folder).startsWith(facetKey(seriesNameOf(other))))
}
