import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureWebBuilt, isWebBuilt } from '../src/surfaces/web/ensure-web-built.ts'
import { bundleSources } from './bundle-sources.ts'
import { listShipped, toCycloneDx, toLicenceList } from './list-shipped.ts'

// What `npm pack` adds to the package: the built interface, and the sources as JavaScript, because Node doesn't strip
// types below a node_modules folder.
const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line: string) => console.error(line)
await ensureWebBuilt({ root, say })
if (!(await isWebBuilt(root))) throw new Error('The web interface could not be built.')

rmSync(join(root, 'lib'), { recursive: true, force: true })
const { sources, files } = await bundleSources(root)
say(`${sources} sources are in ${files} files in lib.`)

const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const shipped = listShipped(root)
writeFileSync(join(root, 'sbom.cdx.json'), `${JSON.stringify(toCycloneDx(own, shipped), null, 2)}\n`)
writeFileSync(join(root, 'THIRD-PARTY.md'), toLicenceList(root, shipped))
say(`${shipped.length} packages are listed in sbom.cdx.json and THIRD-PARTY.md.`)
