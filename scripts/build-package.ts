import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureWebBuilt, isWebBuilt } from '../src/surfaces/web/ensure-web-built.ts'
import { listShipped, toCycloneDx, toLicenceList } from './list-shipped.ts'

// What `npm pack` puts into the package besides what lies here: the built interface, and the sources as JavaScript, because
// Node strips no types below a folder node_modules. The files lie as deep as their sources, so paths between them stay true.
const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line: string) => console.error(line)
await ensureWebBuilt({ root, say })
if (!(await isWebBuilt(root))) throw new Error('The web interface could not be built.')

rmSync(join(root, 'lib'), { recursive: true, force: true })
const sources = globSync('**/*.ts', { cwd: join(root, 'src'), exclude: ['**/*.{test,fixture,bench,d}.ts'] })
for (const file of sources) {
  const code = stripTypeScriptTypes(readFileSync(join(root, 'src', file), 'utf8'), { mode: 'strip' })
  const out = join(root, 'lib', file.replace(/\.ts$/, '.js'))
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(out, code.replace(/(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g, '$1$2.js$1').replace(/[ \t]+$/gm, ''))
}
say(`${sources.length} sources are in lib.`)

const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const shipped = listShipped(root)
writeFileSync(join(root, 'sbom.cdx.json'), `${JSON.stringify(toCycloneDx(own, shipped), null, 2)}\n`)
writeFileSync(join(root, 'THIRD-PARTY.md'), toLicenceList(root, shipped))
say(`${shipped.length} packages are listed in sbom.cdx.json and THIRD-PARTY.md.`)
