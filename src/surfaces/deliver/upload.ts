import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { invalid, problem } from '../../contract/problems.ts'
import { isForm } from '../edge/bodies.ts'
import { badForm, tooLarge } from '../edge/errors.ts'

export interface UploadForm {
  bytes: Uint8Array
  fileName: string
  /** What the form says beside the file, before or after it. */
  fields: Readonly<Record<string, string>>
}

/** The one file of an upload form, whatever its field is called. */
export async function readUpload(request: FastifyRequest): Promise<Uint8Array> {
  return (await readUploadForm(request)).bytes
}

/**
 * Not with Fastify's plugin for forms: that waits for two promises of its own at every request, form or not, and they
 * cost an unchanged list a tenth of its speed.
 */
export async function readUploadForm(request: FastifyRequest): Promise<UploadForm> {
  if (!isForm(request)) throw problem('unsupported_media_type', 'Send the file as multipart/form-data.')
  const reader = openReader(request)
  const fields: Record<string, string> = Object.create(null)
  let file: { chunks: Uint8Array[]; fileName: string } | undefined
  let fault: Error | undefined
  const refuse = () => {
    fault ??= tooLarge()
  }

  reader.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) refuse()
    fields[name] = value
  })
  reader.on('file', (_name, stream, fileName) => {
    stream.on('error', () => {
      fault ??= badForm()
    })
    if (file) return void stream.resume()
    const chunks: Uint8Array[] = []
    file = { chunks, fileName }
    stream.on('limit', () => {
      refuse()
      chunks.length = 0
    })
    stream.on('data', (chunk: Uint8Array) => {
      if (!fault) chunks.push(chunk)
    })
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) reader.on(limit, refuse)

  await readAll(request.raw, reader)
  if (fault) throw fault
  if (!file) throw invalid([{ path: 'file', message: 'is missing' }])
  const bytes = Buffer.concat(file.chunks)
  if (bytes.length === 0) throw invalid([{ path: 'file', message: 'is empty' }])
  return { bytes, fileName: file.fileName, fields }
}

function openReader(request: FastifyRequest): BusboyInstance {
  const { uploadBytes: fileSize } = request.server.edge
  const limits = { fileSize, files: 10, fields: 50, fieldSize: 1_000_000, parts: 60, headerPairs: 100 }
  try {
    return new Busboy({ headers: request.headers as BusboyHeaders, limits })
  } catch {
    // It says it is a form, but not what stands between its parts.
    throw badForm()
  }
}

/** To the end, even of what is refused: whoever still sends does not listen for an answer. */
function readAll(source: IncomingMessage, reader: BusboyInstance): Promise<void> {
  return new Promise((resolve, reject) => {
    let isEmpty = true
    const fail = () => {
      source.unpipe(reader)
      source.resume()
      // No bytes at all are a form with nothing in it.
      if (isEmpty) resolve()
      else reject(badForm())
    }
    source.once('data', () => {
      isEmpty = false
    })
    source.once('close', () => {
      if (!source.complete) reject(badForm())
    })
    // The reader waits for ever for the rest of a part without a head. All it could still do is done in a few turns.
    source.once('end', () => setImmediate(() => setImmediate(() => setImmediate(fail))))
    reader.once('finish', resolve)
    reader.once('error', fail)
    source.pipe(reader)
  })
}
