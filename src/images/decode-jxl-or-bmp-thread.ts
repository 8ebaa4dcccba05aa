import { parentPort } from 'node:worker_threads'
import { decodeJxlOrBmp } from './decode-jxl-or-bmp.ts'
import { ImageError } from './image-error.ts'

parentPort!.on('message', async ({ bytes, mediaType }: { bytes: Uint8Array; mediaType: string }) => {
  try {
    const pixels = await decodeJxlOrBmp(bytes, mediaType)
    parentPort!.postMessage({ pixels }, [pixels.data.buffer as ArrayBuffer])
  } catch (error) {
    const { message, cause } = error as Error
    // Only errors of the decoder itself mean a damaged picture.
    const isDamaged = error instanceof ImageError
    parentPort!.postMessage({ error: isDamaged && cause instanceof Error ? cause.message : message, isDamaged })
  }
})
