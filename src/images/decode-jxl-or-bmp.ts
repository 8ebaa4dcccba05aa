import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { ImageError } from './image-error.ts'

export interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

/**
 * Decodes the formats that the npm build of libvips can't read. Both decoders are synchronous: call this in a worker
 * thread. The caller must check the dimensions against the limits first.
 */
export async function decodeJxlOrBmp(bytes: Uint8Array, mediaType: string): Promise<Pixels> {
  return mediaType === 'image/jxl' ? decodeJxl(bytes) : decodeBmp(bytes)
}

export const needsDecoder = (mediaType: string): boolean => mediaType === 'image/jxl' || mediaType === 'image/bmp'

async function decodeJxl(bytes: Uint8Array): Promise<Pixels> {
  const { default: decode, init } = await import('@jsquash/jxl/decode.js')
  // The package fetches its wasm by URL, which Node doesn't support for files.
  const file = createRequire(import.meta.url).resolve('@jsquash/jxl/codec/dec/jxl_dec.wasm')
  await init({ wasmBinary: await readFile(file) } as never)
  const image = await decode(ownBufferOf(bytes)).catch(asDamaged)
  return { data: new Uint8Array(image.data.buffer), width: image.width, height: image.height }
}

async function decodeBmp(bytes: Uint8Array): Promise<Pixels> {
  const { decode } = await import('bmp-ts')
  try {
    const { data, width, height } = decode(Buffer.from(ownBufferOf(bytes)), { toRGBA: true })
    return { data: new Uint8Array(ownBufferOf(data)), width, height }
  } catch (error) {
    return asDamaged(error)
  }
}

/** A picture may take hundreds of megabytes: bytes are copied only if their buffer contains other data, too. */
function ownBufferOf({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) return buffer
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}

function asDamaged(error: unknown): never {
  throw new ImageError('damaged', { cause: error })
}
