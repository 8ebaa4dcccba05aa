import { parentPort } from 'node:worker_threads'
import type { PagePixels } from './background.ts'
import { readLayout } from './detect.ts'

parentPort!.on('message', (pixels: PagePixels) => parentPort!.postMessage(readLayout(pixels)))
