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
  // A copy: a pooled buffer contains other data before and after these bytes.
  const image = await decode(Uint8Array.from(bytes).buffer).catch(asDamaged)
  return { data: new Uint8Array(image.data.buffer), width: image.width, height: image.height }
}

async function decodeBmp(bytes: Uint8Array): Promise<Pixels> {
  const { decode } = await import('bmp-ts')
  try {
    const image = decode(Buffer.from(bytes), { toRGBA: true })
    return { data: new Uint8Array(image.data), width: image.width, height: image.height }
  } catch (error) {
    return asDamaged(error)
  }
}

function asDamaged(error: unknown): never {
  throw new ImageError('damaged', { cause: error })
}
