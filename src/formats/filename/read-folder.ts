import type { FileNameFacts, Kind } from './facts.ts'
import { readName } from './read-name.ts'

/** What a folder's name says. Remembered, because all the files in a folder ask the same. */
export function readFolder(name: string, kind?: Kind): Readonly<FileNameFacts> {
  const key = `${kind ?? ''}/${name}`
  const known = remembered.get(key)
  if (known) return known
  const facts = readName(name, { kind, folder: true })
  if (remembered.size >= MOST) remembered.clear()
  remembered.set(key, facts)
  return facts
}

const MOST = 500
const remembered = new Map<string, FileNameFacts>()
