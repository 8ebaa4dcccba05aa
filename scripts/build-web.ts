import { fileURLToPath } from 'node:url'
import { ensureWebBuilt, isWebBuilt } from '../src/surfaces/web/ensure-web-built.ts'

// npm run web:build: as the server does at its start, for installations where the server may not write beside its code.
const root = fileURLToPath(new URL('..', import.meta.url))
await ensureWebBuilt({ root, say: (line) => console.log(line) })
if (!(await isWebBuilt(root))) process.exitCode = 1
