import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { problem } from '../../contract/problems.ts'
import { libraryReads, rethrowIfNotResponding } from '../../images/limit-library-reads.ts'
import { contentDisposition } from './content-disposition.ts'
import { openLibraryFile } from './library-file.ts'

/**
 * Files side by side in one ZIP, streamed without compression: books are already compressed, and nothing is held in
 * memory.
 */
export async function deliverZipOfBooks(
  reply: FastifyReply,
  name: string,
  files: readonly { path: string; root: string; fileName: string }[],
): Promise<FastifyReply> {
  const there: { file: (typeof files)[number]; facts: Stats }[] = []
  for (const file of files) {
    const facts = await libraryReads.run(file.root, () => stat(file.path)).catch(rethrowIfNotResponding)
    if (facts?.isFile()) there.push({ file, facts })
  }
  if (there.length === 0) throw problem('not_found', 'None of the files are available at the moment.')

  reply
    .header('content-type', 'application/zip')
    .header('content-disposition', contentDisposition('attachment', `${name}.zip`))
    .header('cache-control', 'no-store')
  if (reply.request.method === 'HEAD') return reply.send()

  const { default: yazl } = await import('yazl')
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  // A file that fails half-way must abort the download too, not end it as if it were complete.
  zip.on('error', (error) => output.destroy(error))
  // Closes the file if the client disconnects half-way.
  let reading: Readable | undefined
  output.once('close', () => reading?.destroy())
  const used = new Set<string>()
  for (const { file, facts } of there) {
    const options = { compress: false, mtime: facts.mtime, size: facts.size }
    // Opened only when it is its turn.
    zip.addReadStreamLazy(freeName(file.fileName, used), options, (give) => {
      openLibraryFile(file)
        .then((opened) => {
          reading = opened.read(0, facts.size - 1).on('error', (error) => output.destroy(error))
          if (output.destroyed) reading.destroy()
          else give(null, reading)
        })
        .catch((error: unknown) => zip.emit('error', error))
    })
  }
  zip.end()
  return reply.send(output)
}

function freeName(wanted: string, used: Set<string>): string {
  // Also the colon of a drive letter.
  const clean = wanted.replace(/[\p{Cc}/\\]|(?<=^[a-z]):/giu, '_')
  const ending = extname(clean)
  const stem = clean.slice(0, clean.length - ending.length)
  for (let copy = 1; ; copy++) {
    const name = copy === 1 ? clean : `${stem} (${copy})${ending}`
    if (used.has(name.toLowerCase())) continue
    used.add(name.toLowerCase())
    return name
  }
}
