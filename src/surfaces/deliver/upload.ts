import type { FastifyRequest } from 'fastify'
import { invalid, problem } from '../../contract/problems.ts'

/** The one file of an upload form, whatever its field is called. Its size is held to the limit by the form reader. */
export async function readUpload(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) throw problem('unsupported_media_type', 'Send the file as multipart/form-data.')
  const part = await request.file()
  if (!part) throw invalid([{ path: 'file', message: 'is missing' }])
  const bytes = await part.toBuffer()
  if (bytes.length === 0) throw invalid([{ path: 'file', message: 'is empty' }])
  return bytes
}
