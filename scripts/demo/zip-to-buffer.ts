import type { ZipFile } from 'yazl'

/** The whole archive in memory; demo books are small. */
export async function zipToBuffer(zip: ZipFile): Promise<Buffer> {
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
