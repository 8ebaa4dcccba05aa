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
 * An image of any kind we read, ready for sharp. What libvips cannot read is decoded in a thread of its own, so that
 * neither a slow nor a crashing decoder costs more than that one picture.
 */
export async function openImage(bytes: Uint8Array, mediaType: string, limits: ImageLimits): Promise<Sharp> {
  const sharp = await loadSharp()
  // Not a fault of whoever asks: an archive may hold files without a single byte.
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
 * Frees the memory of a picture that nobody needs any more. The collector of a thread that makes little besides pictures comes by
 * so seldom that hundreds of them would wait for it.
 */
export function freeMemoryOf(bytes: Uint8Array): void {
  const { buffer } = bytes
  // Only what is alone in its memory: small ones share theirs with strangers.
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
    // A decoder that dies, dies of what it was given.
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
