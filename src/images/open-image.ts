import { Worker } from 'node:worker_threads'
import type { Sharp } from 'sharp'
import { loadSharp } from '../formats/image/load-sharp.ts'
import { probeImage } from '../formats/image/probe.ts'
import { needsDecoder, type Pixels } from './decode-jxl-or-bmp.ts'
import { ImageError } from './image-error.ts'

export interface ImageLimits {
  maxPixels: number
}

/**
 * Opens an image of any supported format with sharp. Formats that libvips can't read are decoded in a separate thread,
 * so that a slow or crashing decoder affects only that one picture.
 */
export async function openImage(bytes: Uint8Array, mediaType: string, limits: ImageLimits): Promise<Sharp> {
  const sharp = await loadSharp()
  // Not a caller error: an archive may contain empty files.
  if (bytes.length === 0) throw new ImageError('damaged')
  if (!needsDecoder(mediaType)) {
    return sharp(bytes, { limitInputPixels: limits.maxPixels, failOn: 'none', pages: 1 }).autoOrient()
  }
  const claimed = probeImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!claimed?.width || !claimed.height) throw new ImageError('damaged')
  if (claimed.width * claimed.height > limits.maxPixels) throw new ImageError('too_large')
  const { data, width, height } = await decodeInThread(bytes, mediaType)
  if (data.length < width * height * 4) throw new ImageError('damaged')
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: limits.maxPixels })
}

/**
 * Frees the memory of a picture that is no longer needed. In a thread that allocates little besides pictures, garbage
 * collection runs so rarely that hundreds of them would pile up.
 */
export function freeMemoryOf(bytes: Uint8Array): void {
  const { buffer } = bytes
  // Only if it owns its buffer: small ones share theirs with other data.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) buffer.transfer(0)
}

function decodeInThread(bytes: Uint8Array, mediaType: string): Promise<Pixels> {
  const worker = new Worker(new URL('./decode-jxl-or-bmp-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  const outcome = new Promise<Pixels>((resolve, reject) => {
    const timer = setTimeout(() => reject(damaged('decoding took too long')), DECODE_TIMEOUT_MS)
    worker.once('message', ({ pixels, error, isDamaged }: Decoded) => {
      clearTimeout(timer)
      if (pixels) resolve(pixels)
      else reject(isDamaged ? damaged(error) : new Error(error))
    })
    // If a decoder crashes, its input is the cause.
    worker.once('error', (error) => reject(damaged(String(error))))
    worker.once('exit', () => reject(damaged('the decoder crashed')))
  })
  worker.postMessage({ bytes, mediaType })
  return outcome.finally(() => worker.terminate())
}

interface Decoded {
  pixels?: Pixels
  error?: string
  isDamaged?: boolean
}

const damaged = (reason: string | undefined) => new ImageError('damaged', { cause: new Error(reason) })

const DECODE_TIMEOUT_MS = 30_000
