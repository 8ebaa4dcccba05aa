import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

interface CachedFile {
  name: string
  bytes: number
}

/** The names and sizes of the files of a disk cache as far as this process knows, least recently used first. */
export class CachedFiles {
  #sizes = new Map<string, number>()
  #total = 0

  get total(): number {
    return this.#total
  }

  sizeOf(name: string): number | undefined {
    return this.#sizes.get(name)
  }

  leastRecentlyUsedFirst(): string[] {
    return [...this.#sizes.keys()]
  }

  noteUse(name: string, bytes: number): void {
    this.forget(name)
    this.#sizes.set(name, bytes)
    this.#total += bytes
  }

  forget(name: string): void {
    const bytes = this.#sizes.get(name)
    if (bytes === undefined) return
    this.#sizes.delete(name)
    this.#total -= bytes
  }

  /** Takes over what is in the folder: other processes add and remove files too. */
  async update(folder: string): Promise<void> {
    // Files added while the folder is being listed may be missing from the list.
    const before = this.leastRecentlyUsedFirst()
    const found = await listByAge(folder)
    const there = new Set(found.map(({ name }) => name))
    for (const name of before) if (!there.has(name)) this.forget(name)
    for (const { name, bytes } of found) if (!this.#sizes.has(name)) this.noteUse(name, bytes)
  }
}

async function listByAge(folder: string): Promise<CachedFile[]> {
  const found: (CachedFile & { used: number })[] = []
  const parents = await readdir(folder).catch(() => [])
  for (const parent of parents) {
    const names = await readdir(join(folder, parent)).catch(() => [])
    for (const name of names) {
      const path = join(folder, parent, name)
      const facts = await stat(path).catch(() => undefined)
      if (name.endsWith('.tmp')) {
        // Left over from a crash, unless another process is writing it right now.
        if (facts && Date.now() - facts.mtimeMs > DRAFT_MS) await rm(path, { force: true }).catch(() => {})
        continue
      }
      if (facts) found.push({ name, bytes: facts.size, used: facts.mtimeMs })
    }
  }
  return found.sort((a, b) => a.used - b.used)
}

const DRAFT_MS = 600_000
