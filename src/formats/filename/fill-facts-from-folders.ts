import type { FileNameFacts, LibraryKind } from './file-name-facts.ts'
import { findSeason } from './number-markers.ts'
import { parseFolderName } from './parse-folder-name.ts'

/** Fills facts that the file name lacks from the folders above it. */
export function fillFactsFromFolders(
  file: FileNameFacts,
  folders: readonly string[],
  kind?: LibraryKind,
): FileNameFacts {
  const inner = [...folders]
    .reverse()
    .map((name) => ({ name, facts: seasonFolder(name) ?? parseFolderName(name, kind) }))
  const isBeside = inner.some(({ facts }) => facts.series && isBesideNumbering(file.series, facts.series))
  const special =
    file.special || isBeside || inner.some(({ name }) => isSpecialsFolder(name)) || (file.extra && !file.number)
  const facts = { ...file, special, oneShot: file.oneShot || inner.some(({ name }) => isOneShotsFolder(name)) }
  const isNameless = isHashName(file.series)
  if (isNameless) facts.series = undefined

  const named = inner.find(
    ({ name, facts }) => facts.series && !saysNothing(name) && !(isNameless && isHashShardFolder(name)),
  )
  if (!facts.series) Object.assign(facts, numbersOfFolders(file, inner))
  // Books outside the numbering belong to the series of their folder.
  if (named && (!facts.series || (special && !file.extra))) facts.series = named.facts.series
  if (named && !facts.volume && facts.series === named.facts.series)
    facts.volume = volumeBelow(inner, named) ?? startOfRun(named.facts)
  return facts
}

/** "Tower of God/Season 2": a part of the series above it, not a series name. */
function seasonFolder(name: string): FileNameFacts | undefined {
  const volume = findSeason(name.trim())?.value
  return volume === undefined ? undefined : { ...NOTHING, volume }
}

const NOTHING: FileNameFacts = {
  coverToCover: false,
  special: false,
  extra: false,
  oneShot: false,
  annual: false,
  freeComicBookDay: false,
}

/** "The Sandman/Vol. 04 - Season of Mists/The Sandman 023" */
function volumeBelow<Folder extends { facts: FileNameFacts }>(inner: Folder[], named: Folder): string | undefined {
  const below = inner.slice(0, inner.indexOf(named))
  return below.find(({ facts }) => facts.volume && !facts.number)?.facts.volume
}

/** "Saga/Saga - Special 01", "Saga/Saga Annual 2": the folder's series and a word for books outside its numbering. */
function isBesideNumbering(series: string | undefined, folder: string): boolean {
  if (!series?.toLowerCase().startsWith(folder.toLowerCase())) return false
  return BESIDE.test(series.slice(folder.length))
}

const BESIDE =
  /^[\s,:–-]*(?:annual|(?:holiday |summer |winter |christmas |giant[- ]size )?special|extra|omake|bonus|side stor(?:y|ies)|gaiden|hors[- ]s[ée]rie|番外[編篇]|外伝)s?(?:$| [-–] )/iu

/** "Specials", "Extras", "Artbook": books outside the numbering of the series whose folder contains this one. */
export function isSpecialsFolder(name: string): boolean {
  return /^[_ ]*(?:specials?|extras?|omake|bonus(?:es)?|art ?books?|side stories|annuals)[_ ]*$/i.test(name)
}

/** "_oneshots", "Single Volumes": every file in it is a separate series. */
export function isOneShotsFolder(name: string): boolean {
  return /^[_ ]*(?:one[- ]?shots?|single (?:volumes?|issues?)|standalones?)[_ ]*$/i.test(name)
}

/** Generated names contain no facts: "9c41d0e1". */
export function isHashName(name: string | undefined): boolean {
  return name !== undefined && /^(?=.*\d)[0-9a-f]{8,64}$/i.test(name)
}

/**
 * The folders of a hash tree: "9c". Only meaningful above files with such names; "52" and "86" are series elsewhere.
 */
export function isHashShardFolder(folder: string): boolean {
  return /^[0-9a-f]{1,3}$/i.test(folder)
}

/** Folders that only group files: "Specials", "New Folder". */
function saysNothing(name: string): boolean {
  return isSpecialsFolder(name) || isOneShotsFolder(name) || /(?:^|\s)folder$/i.test(name)
}

/** "Vol.1/Chapter 2/1.cbz": a chapter folder takes precedence over the bare number of the file in it. */
function numbersOfFolders(file: FileNameFacts, inner: { facts: FileNameFacts }[]): Partial<FileNameFacts> {
  const chapter = file.chapter ?? inner.find(({ facts }) => facts.chapter)?.facts.chapter
  const volume = file.volume ?? inner.find(({ facts }) => facts.volume)?.facts.volume
  return { chapter, volume, number: chapter ?? file.number }
}

/** "Plush (2018)" contains the run that began in 2018; "Laughs #1 (2005)" has only the date of one issue. */
function startOfRun(folder: FileNameFacts): string | undefined {
  if (folder.number || folder.volume || folder.format || folder.scan) return folder.number ? undefined : folder.volume
  return folder.year ? String(folder.year) : undefined
}
