import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type PooledBuffer, sharedBufferPool, unpooledBuffer } from './buffer-pool.ts'
import { END_MARKER_BYTES, endMarkerOf, withoutEndMarker } from './end-marker.ts'
import { readFileIntoPool } from './read-file-into-pool.ts'

/**
 * A cache on disk for bytes that are expensive to produce, with a size limit and least-recently-used eviction. Losing
 * the folder costs only time. Several processes may share it: a file that another process removes is simply made again,
 * and each process lists the folder from time to time, so that the limit holds for all of them together.
 */
export interface DiskCache {
  /** Returns the bytes for this key, made once even for concurrent callers. */
  take(key: string, make: () => Promise<Uint8Array>): Promise<PooledBuffer>
  find(key: string): Promise<PooledBuffer | undefined>
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Bytes on disk, as far as this process knows. */
  readonly size: number
}

export function openDiskCache(folder: string, maxBytes: number): DiskCache {
  /** Size of each cached file, in order of use. */
  const sizes = new Map<string, number>()
  const making = new Map<string, Promise<Uint8Array>>()
  let size = 0
  let touching = 0
  let putSinceLook = 0
  const ready = remember()
  let sweeping: Promise<void> | undefined

  async function remember(): Promise<void> {
    // Files added while the folder is being listed may be missing from the list.
    const before = [...sizes.keys()]
    const found = await listByAge(folder)
    const there = new Set(found.map(({ name }) => name))
    for (const name of before) if (!there.has(name)) forget(name)
    for (const { name, bytes } of found) {
      if (sizes.has(name)) continue
      sizes.set(name, bytes)
      size += bytes
    }
  }

  async function find(key: string): Promise<PooledBuffer | undefined> {
    await ready
    const name = fileName(key)
    try {
      const pooled = await readFileIntoPool(join(folder, name.slice(0, 2), name), sharedBufferPool, sizes.get(name))
      const bytes = withoutEndMarker(pooled.bytes)
      if (bytes) noteUse(name, pooled.bytes.byteLength)
      else await discard(name)
      return bytes && { bytes, release: pooled.release }
    } catch {
      forget(name)
      return undefined
    }
  }

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    await ready
    if (bytes.byteLength > maxBytes / 4) return
    const name = fileName(key)
    const parent = join(folder, name.slice(0, 2))
    const draft = join(parent, `${name}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`)
    try {
      await mkdir(parent, { recursive: true, mode: 0o700 })
      await writeWhole(draft, bytes)
      await rename(draft, join(parent, name))
    } catch {
      // With a full or read-only disk only caching fails, not the request.
      await rm(draft, { force: true }).catch(() => {})
      return
    }
    noteUse(name, bytes.byteLength + END_MARKER_BYTES)
    putSinceLook += bytes.byteLength
    if (putSinceLook > maxBytes * LOOK_AFTER) {
      putSinceLook = 0
      await remember()
    }
    if (size > maxBytes) sweeping ??= sweep().finally(() => (sweeping = undefined))
    await sweeping
  }

  async function take(key: string, make: () => Promise<Uint8Array>): Promise<PooledBuffer> {
    return (await find(key)) ?? unpooledBuffer(await makeOnce(key, make))
  }

  function makeOnce(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const waiting = making.get(key)
    if (waiting) return waiting
    const made = (async () => {
      // Another caller may just have finished making it.
      const found = await find(key)
      if (found) return found.bytes
      const bytes = await make()
      await put(key, bytes)
      return bytes
    })().finally(() => making.delete(key))
    making.set(key, made)
    return made
  }

  async function sweep(): Promise<void> {
    for (const name of [...sizes.keys()]) {
      if (size <= maxBytes * 0.9) return
      await rm(join(folder, name.slice(0, 2), name), { force: true }).catch(() => {})
      forget(name)
    }
  }

  function noteUse(name: string, bytes: number): void {
    size += bytes - (sizes.get(name) ?? 0)
    sizes.delete(name)
    sizes.set(name, bytes)
    // Recording a sample of the uses preserves the order across restarts well enough.
    if (touching++ % 16 === 0) {
      const now = new Date()
      utimes(join(folder, name.slice(0, 2), name), now, now).catch(() => {})
    }
  }

  async function discard(name: string): Promise<void> {
    await rm(join(folder, name.slice(0, 2), name), { force: true })
    forget(name)
  }

  function forget(name: string): void {
    const bytes = sizes.get(name)
    if (bytes === undefined) return
    sizes.delete(name)
    size -= bytes
  }

  return {
    take,
    find,
    put,
    get size() {
      return size
    },
  }
}

/** As a fraction of the limit: each process sharing the folder may exceed it by this much. */
const LOOK_AFTER = 1 / 16
const DRAFT_MS = 600_000

const fileName = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 40)

async function listByAge(folder: string): Promise<{ name: string; bytes: number }[]> {
  const found: { name: string; bytes: number; used: number }[] = []
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

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.writeFile(endMarkerOf(bytes))
  } finally {
    await file.close()
  }
}
