import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file completely or not at all. The draft has a random name: threads share their process id, and in
 * containers the processes of all servers may have the same one. With `flush` the file survives a power loss.
 */
export async function writeFileAtomically(
  file: string,
  bytes: Uint8Array | Uint8Array[],
  { flush = false } = {},
): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}.tmp`
  try {
    await writeFile(draft, bytes, { flush, mode: 0o600 })
    await rename(draft, file)
    if (flush) await flushFolder(dirname(file))
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}

/** A file's name is stored in its folder, which has to be flushed separately. Not every system can open a folder. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
