import { parentPort } from 'node:worker_threads'
import type { PagePixels } from './background.ts'
import { readLayout } from './detect-panels.ts'

parentPort!.on('message', (pixels: PagePixels) => parentPort!.postMessage(readLayout(pixels)))
