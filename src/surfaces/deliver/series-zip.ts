import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FastifyReply } from 'fastify'
import { problem } from '../../contract/problems.ts'
import { contentDisposition } from './disposition.ts'

/** Files side by side in one ZIP, streamed as they lie: books are packed already, and nothing is held in memory. */
export async function deliverZip(
  reply: FastifyReply,
  name: string,
  files: readonly { path: string; fileName: string }[],
): Promise<FastifyReply> {
  const { default: yazl } = await import('yazl')
  const zip = new yazl.ZipFile()
  const used = new Set<string>()
  for (const file of files) {
    const facts = await stat(file.path).catch(() => undefined)
    if (!facts?.isFile()) continue
    zip.addFile(file.path, freeName(file.fileName, used), { compress: false, mtime: facts.mtime })
  }
  if (used.size === 0) throw problem('not_found', 'None of the files is there at the moment.')
  zip.end()
  // A file that breaks off half-way must break the download too, not end it as if it were whole.
  zip.on('error', (error) =>
    (zip.outputStream as NodeJS.ReadableStream & { destroy(error: unknown): void }).destroy(error),
  )
  return reply
    .header('content-type', 'application/zip')
    .header('content-disposition', contentDisposition('attachment', `${name}.zip`))
    .header('cache-control', 'no-store')
    .send(zip.outputStream)
}

function freeName(wanted: string, used: Set<string>): string {
  const clean = wanted.replace(/[\p{Cc}/\\]/gu, '_')
  const ending = extname(clean)
  const stem = clean.slice(0, clean.length - ending.length)
  for (let copy = 1; ; copy++) {
    const name = copy === 1 ? clean : `${stem} (${copy})${ending}`
    if (used.has(name.toLowerCase())) continue
    used.add(name.toLowerCase())
    return name
  }
}
