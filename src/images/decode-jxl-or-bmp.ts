import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { ImageError } from './image-error.ts'

export interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

/**
 * The formats libvips cannot read as it comes from npm. Both decoders are synchronous: call this in a worker thread.
 * Dimensions must have been held to the limits before.
 */
export async function decodeJxlOrBmp(bytes: Uint8Array, mediaType: string): Promise<Pixels> {
  return mediaType === 'image/jxl' ? decodeJxl(bytes) : decodeBmp(bytes)
}

export const needsDecoder = (mediaType: string): boolean => mediaType === 'image/jxl' || mediaType === 'image/bmp'

async function decodeJxl(bytes: Uint8Array): Promise<Pixels> {
  const { default: decode, init } = await import('@jsquash/jxl/decode.js')
  // The package fetches its wasm by URL, which Node does not do for files.
  const file = createRequire(import.meta.url).resolve('@jsquash/jxl/codec/dec/jxl_dec.wasm')
  await init({ wasmBinary: await readFile(file) } as never)
  // A copy of its own: what comes from a pool has strangers before and behind it.
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
