import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A file that is there whole or not at all. The draft has a name of its own: threads share the number of their process,
 * and in containers the processes of all servers have the same one.
 */
export async function putFile(file: string, bytes: Uint8Array, { flush = false } = {}): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}.tmp`
  try {
    await writeFile(draft, bytes, { flush })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}
