import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderHelp } from '../src/surfaces/help/render-help.ts'

// npm run docs:build: the pages that the server shows at /help, as files to publish anywhere.
const docs = fileURLToPath(new URL('../docs/', import.meta.url))
const out = join(docs, 'dist')
const files = await renderHelp(docs)
rmSync(out, { recursive: true, force: true })
for (const [path, { body }] of files) {
  const file = join(out, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, body)
}
console.log(`${files.size} files are in ${out}`)
