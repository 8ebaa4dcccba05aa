import { parentPort } from 'node:worker_threads'
import { decodePixels } from './decode.ts'

parentPort!.on('message', async ({ bytes, mediaType }: { bytes: Uint8Array; mediaType: string }) => {
  try {
    const pixels = await decodePixels(bytes, mediaType)
    parentPort!.postMessage({ pixels })
  } catch (error) {
    parentPort!.postMessage({ error: (error as Error).message })
  }
})
