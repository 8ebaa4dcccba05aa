import type { WalkEntry } from './walk-entry.ts'

/** Many files as a few columns: transferring these between threads takes a third of the time of as many objects. */
export interface PackedEntries {
  paths: string[]
  inodes: string[]
  /** Size and modification time of each, alternating. */
  numbers: Float64Array
  /** Entries that aren't files, with the index of the file that follows. */
  others: { before: number; met: WalkEntry }[]
}

export function packEntries(all: readonly WalkEntry[]): PackedEntries {
  const paths: string[] = []
  const inodes: string[] = []
  const numbers: number[] = []
  const others: PackedEntries['others'] = []
  for (const met of all) {
    if (met.kind !== 'file') {
      others.push({ before: paths.length, met })
      continue
    }
    const { path, size, mtime, inode } = met.file
    paths.push(path)
    inodes.push(inode)
    numbers.push(size, mtime)
  }
  return { paths, inodes, numbers: Float64Array.from(numbers), others }
}

export function unpackEntries({ paths, inodes, numbers, others }: PackedEntries): WalkEntry[] {
  const all: WalkEntry[] = []
  let next = 0
  for (let index = 0; index <= paths.length; index++) {
    while (others[next]?.before === index) all.push(others[next++]!.met)
    if (index === paths.length) break
    const file = {
      path: paths[index]!,
      size: numbers[2 * index]!,
      mtime: numbers[2 * index + 1]!,
      inode: inodes[index]!,
    }
    all.push({ kind: 'file', file })
  }
  return all
}
