import { Worker } from 'node:worker_threads'
import type { Sharp } from 'sharp'
import { loadSharp } from '../formats/image/load-sharp.ts'
import { needsDecoder, type Pixels } from './decode.ts'

export interface ImageLimits {
  maxPixels: number
}

/**
 * An image of any kind we read, ready for sharp. What libvips cannot read is decoded in a thread of its own, so that
 * neither a slow nor a crashing decoder costs more than that one picture.
 */
export async function openImage(bytes: Uint8Array, mediaType: string, limits: ImageLimits): Promise<Sharp> {
  const sharp = await loadSharp()
  if (!needsDecoder(mediaType)) {
    return sharp(bytes, { limitInputPixels: limits.maxPixels, failOn: 'none', pages: 1 }).autoOrient()
  }
  const { data, width, height } = await decodeInThread(bytes, mediaType)
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: limits.maxPixels })
}

function decodeInThread(bytes: Uint8Array, mediaType: string): Promise<Pixels> {
  const worker = new Worker(new URL('./decode-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  const outcome = new Promise<Pixels>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('decoding took too long')), DECODE_TIMEOUT_MS)
    worker.once('message', ({ pixels, error }: { pixels?: Pixels; error?: string }) => {
      clearTimeout(timer)
      if (pixels) resolve(pixels)
      else reject(new Error(error))
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the decoder crashed')))
  })
  worker.postMessage({ bytes, mediaType })
  return outcome.finally(() => worker.terminate())
}

const DECODE_TIMEOUT_MS = 30_000
