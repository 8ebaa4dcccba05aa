import type { BookCandidate } from '../store/import/book-candidates.ts'

/** Their folder → ours, both as absolute paths. */
export type FolderMap = Readonly<Record<string, string>>

export interface OurLibrary {
  id: number
  uid: string
  name: string
  path: string
}

export interface FolderProposal {
  theirs: string
  ours: string
  /** How many of the sampled files were found. */
  found: number
  tried: number
}

/** Maps their paths to ours; undefined when no folder is mapped, or the path is in no library. */
export function makePathMapper(folders: FolderMap, libraries: readonly OurLibrary[]) {
  const rules = rulesOf(folders)
  const roots = libraries
    .map((library) => ({ id: library.id, root: plain(library.path) }))
    .sort((a, b) => b.root.length - a.root.length)
  return (path: string): { libraryId: number; path: string } | undefined => {
    const here = mapByRules(rules, plain(path))
    for (const { id, root } of roots) {
      const rest = restBelow(root, here)
      if (rest) return { libraryId: id, path: rest }
    }
    return undefined
  }
}

/** The path of their folder here, whether or not a library contains it. */
export const mapPath = (folders: FolderMap, path: string): string => mapByRules(rulesOf(folders), plain(path))

type FolderRules = readonly (readonly [theirs: string, ours: string])[]

const rulesOf = (folders: FolderMap): FolderRules =>
  Object.entries(folders)
    .map(([theirs, ours]) => [plain(theirs), plain(ours)] as const)
    .sort(([a], [b]) => b.length - a.length)

function mapByRules(rules: FolderRules, path: string): string {
  for (const [theirs, ours] of rules) {
    const rest = restBelow(theirs, path)
    if (rest !== undefined) return rest === '' ? ours : join(ours, rest)
  }
  return path
}

const plain = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '')
const join = (folder: string, rest: string): string => `${folder.replace(/\/+$/, '')}/${rest.replace(/^\/+/, '')}`

/** The part of a path below a folder, in its own spelling; empty for the folder itself. */
function restBelow(folder: string, path: string): string | undefined {
  if (path === folder) return ''
  const root = folder.endsWith('/') ? folder : `${folder}/`
  if (path.startsWith(root)) return path.slice(root.length).replace(/^\/+/, '')
  const isWindows = WINDOWS.test(folder)
  if (!isWindows && ASCII.test(folder) && ASCII.test(path)) return undefined
  // macOS decomposes letters with accents, and Windows ignores case: a folder may be spelled differently than its files.
  const comparable = (part: string) => (isWindows ? part.normalize('NFC').toLowerCase() : part.normalize('NFC'))
  const parts = path.split('/')
  const count = root.split('/').length - 1
  if (comparable(`${parts.slice(0, count).join('/')}/`) !== comparable(root)) return undefined
  return parts.slice(count).join('/')
}

const WINDOWS = /^([a-z]:|\/\/)/i
const ASCII = /^[\0-\x7f]*$/

/**
 * Proposes which of our folders corresponds to theirs, from files with the same name (and size) on both sides: their
 * paths' common end is the same place, and the remaining beginnings are the mapping. The most frequent one wins.
 */
export function proposeFolder(
  theirs: readonly { path: string; size: number | null }[],
  ours: ReadonlyMap<string, readonly BookCandidate[]>,
  rootOf: ReadonlyMap<number, string>,
): FolderProposal | undefined {
  const votes = new Map<string, { theirs: string; ours: string; found: number }>()
  for (const { path, size } of theirs) {
    const seen = new Set<string>()
    for (const book of ours.get(folderNameOf(path)) ?? []) {
      if (size !== null && book.size !== size) continue
      const pair = frontsOf(plain(path), join(plain(rootOf.get(book.libraryId) ?? ''), book.path))
      const key = `${pair.theirs}\n${pair.ours}`
      if (seen.has(key)) continue
      seen.add(key)
      const vote = votes.get(key) ?? { ...pair, found: 0 }
      vote.found += 1
      votes.set(key, vote)
    }
  }
  const best = [...votes.values()].sort((a, b) => b.found - a.found || a.theirs.length - b.theirs.length)[0]
  return best && { ...best, tried: theirs.length }
}

/** Whether a path is this folder, or below it. */
export const isWithin = (path: string, folder: string): boolean => restBelow(plain(folder), plain(path)) !== undefined

/** The same proposal for a library's folder below the one it was found for: where that library is, not all of a disk. */
export function proposalBelow(proposal: FolderProposal, folder: string): FolderProposal {
  const rest = restBelow(proposal.theirs, plain(folder))
  return rest ? { ...proposal, theirs: folder, ours: join(proposal.ours, rest) } : proposal
}

/** Where a folder would be if it were beside theirs here as it was there, at the nearest place first. */
export function siblingFolders(theirs: string, ours: string, folder: string): string[] {
  const [a, b] = [plain(theirs).split('/'), plain(ours).split('/')]
  const places: string[] = []
  for (let up = 1; up < a.length && up < b.length; up++) {
    const isSameName = isSame(a.at(-up)!, b.at(-up)!)
    const rest = restBelow(a.slice(0, -up).join('/'), plain(folder))
    if (rest && (isSameName || up === 1)) places.push(join(b.slice(0, -up).join('/'), rest))
    // Above folders with different names, nothing is known.
    if (!isSameName) break
  }
  return places
}

export const folderNameOf = (path: string): string => plain(path).split('/').at(-1)!.normalize('NFC')

/** The beginnings before the longest common end, in whole names. */
function frontsOf(theirs: string, ours: string): { theirs: string; ours: string } {
  const [a, b] = [theirs.split('/'), ours.split('/')]
  let same = 0
  while (same < a.length - 1 && same < b.length - 1 && isSame(a.at(-1 - same)!, b.at(-1 - same)!)) same += 1
  return { theirs: a.slice(0, a.length - same).join('/') || '/', ours: b.slice(0, b.length - same).join('/') || '/' }
}

const isSame = (a: string, b: string): boolean => a.normalize('NFC') === b.normalize('NFC')
