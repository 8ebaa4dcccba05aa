import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { problem, validationProblem } from '../../contract/problems.ts'
import { isMultipartForm } from '../edge/add-body-parsers.ts'
import { invalidFormProblem, tooLargeProblem } from '../edge/request-problems.ts'

export interface UploadForm {
  bytes: Uint8Array
  fileName: string
  /** The other fields of the form, before or after the file. */
  fields: Readonly<Record<string, string>>
}

/** The only file of an upload form, whatever the name of its field. */
export async function readUpload(request: FastifyRequest): Promise<Uint8Array> {
  return (await readUploadForm(request)).bytes
}

/**
 * Not with Fastify's plugin for forms: that awaits two promises on every request, form or not, which costs an unchanged
 * list a tenth of its speed.
 */
export async function readUploadForm(request: FastifyRequest): Promise<UploadForm> {
  const { uploads, uploadBytes } = request.server.edge
  const userId = request.viewer?.userId ?? 0
  const already = uploads.open.get(userId) ?? 0
  if (already >= uploads.max) {
    request.raw.resume()
    throw problem('conflict', `You already have ${uploads.max} uploads in progress. Wait until one finishes.`)
  }
  uploads.open.set(userId, already + 1)
  try {
    const chunks: Uint8Array[] = []
    const form = await readForm(request, uploadBytes, (chunk) => {
      chunks.push(chunk)
      return undefined
    })
    return { ...form, bytes: Buffer.concat(chunks) }
  } finally {
    const left = uploads.open.get(userId)! - 1
    if (left > 0) uploads.open.set(userId, left)
    else uploads.open.delete(userId)
  }
}

/** The same for a file that is too large for memory. If the form is refused, the partial file is deleted. */
export async function saveUpload(
  request: FastifyRequest,
  path: string,
  maxBytes: number,
): Promise<Omit<UploadForm, 'bytes'>> {
  const target = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  const isClosed = once(target, 'close').catch(() => {})
  try {
    const form = await readForm(request, maxBytes, (chunk) => (target.write(chunk) ? undefined : once(target, 'drain')))
    await new Promise<void>((resolve, reject) => {
      target.once('error', reject)
      target.end(resolve)
    })
    return form
  } catch (error) {
    target.destroy()
    await isClosed
    await rm(path, { force: true })
    throw error
  }
}

/** Passes on the bytes of the first file as they arrive, waiting for the promise that `take` returns. */
async function readForm(
  request: FastifyRequest,
  maxBytes: number,
  take: (chunk: Uint8Array) => Promise<unknown> | undefined,
): Promise<Omit<UploadForm, 'bytes'>> {
  if (!isMultipartForm(request)) throw problem('unsupported_media_type', 'Send the file as multipart/form-data.')
  const reader = openReader(request, maxBytes)
  const fields: Record<string, string> = Object.create(null)
  let name: string | undefined
  let isEmpty = true
  let held = 0
  let heldUntil = 0
  let fault: Error | undefined
  const refuse = () => {
    fault ??= tooLargeProblem()
  }

  reader.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) refuse()
    fields[name] = value
  })
  reader.on('file', (_name, stream, fileName) => {
    stream.on('error', () => {
      fault ??= invalidFormProblem()
    })
    if (name !== undefined) return void stream.resume()
    name = fileName
    stream.on('limit', refuse)
    stream.on('data', (chunk: Uint8Array) => {
      isEmpty = false
      const taken = fault ? undefined : take(chunk)
      if (!taken) return
      held += 1
      stream.pause()
      const goOn = () => {
        held -= 1
        heldUntil = Date.now() + SETTLED_MS
        stream.resume()
      }
      taken.then(goOn, (error: Error) => {
        fault ??= error
        goOn()
      })
    })
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) reader.on(limit, refuse)

  await readAll(request.raw, reader, () => held > 0 || Date.now() < heldUntil)
  if (fault) throw fault
  if (name === undefined) throw validationProblem([{ path: 'file', message: 'is missing' }])
  if (isEmpty) throw validationProblem([{ path: 'file', message: 'The file is empty.' }])
  return { fileName: name, fields }
}

/** By then the reader has processed what it held back. */
const SETTLED_MS = 200

function openReader(request: FastifyRequest, fileSize: number): BusboyInstance {
  const limits = { fileSize, files: 10, fields: 50, fieldSize: 1_000_000, parts: 60, headerPairs: 100 }
  try {
    return new Busboy({ headers: request.headers as BusboyHeaders, limits })
  } catch {
    // It claims to be a form, but has no boundary.
    throw invalidFormProblem()
  }
}

/** Reads to the end, even a refused form: a client that still sends doesn't read the response. */
function readAll(source: IncomingMessage, reader: BusboyInstance, isHeld: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let isEmpty = true
    const fail = () => {
      source.unpipe(reader)
      source.resume()
      // A body without any bytes is an empty form.
      if (isEmpty) resolve()
      else reject(invalidFormProblem())
    }
    source.once('data', () => {
      isEmpty = false
    })
    source.once('close', () => {
      if (!source.complete) reject(invalidFormProblem())
    })
    // The reader waits forever for the rest of a part without a head. Anything it can still do takes only a few turns.
    const failSoon = () =>
      setImmediate(() => setImmediate(() => setImmediate(() => (isHeld() ? setTimeout(failSoon, 5) : fail()))))
    source.once('end', failSoon)
    reader.once('finish', resolve)
    reader.once('error', fail)
    source.pipe(reader)
  })
}
