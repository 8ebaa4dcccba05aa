import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A file that is there whole or not at all. The draft has a name of its own: threads share the number of their process,
 * and in containers the processes of all servers have the same one. With `flush` it is still there after a power loss.
 */
export async function writeFileAtomically(file: string, bytes: Uint8Array, { flush = false } = {}): Promise<void> {
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

/** The name of a file is in its folder, which the disk writes when it likes. Not every system lets a folder be opened. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
