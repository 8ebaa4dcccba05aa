import { parentPort } from 'node:worker_threads'
import type { PagePixels } from './background.ts'
import { detectPanelsAndMargins } from './detect-panels.ts'

parentPort!.on('message', (pixels: PagePixels) => parentPort!.postMessage(detectPanelsAndMargins(pixels)))
