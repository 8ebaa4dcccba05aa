import type { FastifyRequest } from 'fastify'
import { invalid, problem } from '../../contract/problems.ts'

export interface UploadForm {
  bytes: Uint8Array
  fileName: string
  /** What the form says beside the file, before or after it. */
  fields: Readonly<Record<string, string>>
}

/** The one file of an upload form, whatever its field is called. Its size is held to the limit by the form reader. */
export async function readUpload(request: FastifyRequest): Promise<Uint8Array> {
  return (await readUploadForm(request)).bytes
}

export async function readUploadForm(request: FastifyRequest): Promise<UploadForm> {
  if (!request.isMultipart()) throw problem('unsupported_media_type', 'Send the file as multipart/form-data.')
  const fields: Record<string, string> = {}
  let file: { bytes: Uint8Array; fileName: string } | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else if (file) part.file.resume()
    else file = { bytes: await part.toBuffer(), fileName: part.filename }
  }
  if (!file) throw invalid([{ path: 'file', message: 'is missing' }])
  if (file.bytes.length === 0) throw invalid([{ path: 'file', message: 'is empty' }])
  return { ...file, fields }
}
