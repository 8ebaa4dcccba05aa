import { createHash } from 'node:crypto'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type PooledBuffer, sharedBufferPool, unpooledBuffer } from './buffer-pool.ts'
import { CachedFiles } from './cached-files.ts'
import { END_MARKER_BYTES, endMarkerOf, withoutEndMarker } from './end-marker.ts'
import { readFileIntoPool } from './read-file-into-pool.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

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
  const files = new CachedFiles()
  const making = new Map<string, Promise<Uint8Array>>()
  let uses = 0
  let bytesPutSinceUpdate = 0
  let evicting: Promise<void> | undefined
  const ready = files.update(folder)

  const pathOf = (name: string) => join(folder, name.slice(0, 2), name)

  async function find(key: string): Promise<PooledBuffer | undefined> {
    await ready
    const name = fileName(key)
    try {
      const pooled = await readFileIntoPool(pathOf(name), sharedBufferPool, files.sizeOf(name))
      const bytes = withoutEndMarker(pooled.bytes)
      if (bytes) noteUse(name, pooled.bytes.byteLength)
      else await remove(name)
      return bytes && { bytes, release: pooled.release }
    } catch {
      files.forget(name)
      return undefined
    }
  }

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    await ready
    if (bytes.byteLength > maxBytes / 4) return
    const name = fileName(key)
    try {
      await writeFileAtomically(pathOf(name), [bytes, endMarkerOf(bytes)])
    } catch {
      // With a full or read-only disk only caching fails, not the request.
      return
    }
    noteUse(name, bytes.byteLength + END_MARKER_BYTES)
    await keepWithinLimit(bytes.byteLength)
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

  function noteUse(name: string, bytes: number): void {
    files.noteUse(name, bytes)
    // Recording a sample of the uses preserves the order across restarts well enough.
    if (uses++ % 16 === 0) {
      const now = new Date()
      utimes(pathOf(name), now, now).catch(() => {})
    }
  }

  async function keepWithinLimit(bytesPut: number): Promise<void> {
    bytesPutSinceUpdate += bytesPut
    if (bytesPutSinceUpdate > maxBytes * UPDATE_AFTER) {
      bytesPutSinceUpdate = 0
      await files.update(folder)
    }
    if (files.total > maxBytes) evicting ??= evict().finally(() => (evicting = undefined))
    await evicting
  }

  async function evict(): Promise<void> {
    for (const name of files.leastRecentlyUsedFirst()) {
      if (files.total <= maxBytes * 0.9) return
      await remove(name)
    }
  }

  async function remove(name: string): Promise<void> {
    // If it can't be removed, the next update finds it again.
    await rm(pathOf(name), { force: true }).catch(() => {})
    files.forget(name)
  }

  return {
    take,
    find,
    put,
    get size() {
      return files.total
    },
  }
}

/** As a fraction of the limit: each process sharing the folder may exceed it by this much. */
const UPDATE_AFTER = 1 / 16

const fileName = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 40)
