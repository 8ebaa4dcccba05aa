import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// The components of a Lectern package: the production dependencies of the lock file, and those built into the web
// interface. scripts/build-package.ts writes them into the package, as a CycloneDX document and as a readable list.

interface Locked {
  version?: string
  license?: string
  dev?: boolean
  optional?: boolean
  integrity?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface Shipped {
  name: string
  version: string
  licence: string
  /** `installed` by npm beside Lectern, or `built in`: part of the files of the web interface. */
  how: 'installed' | 'built in'
  /** Only on the platforms it is made for. */
  isOptional: boolean
  sha512: string | undefined
  /** Its path in the project. */
  path: string
  needs: string[]
}

/** Licences that package.json doesn't state precisely. */
const licences: Readonly<Record<string, string>> = {
  // 7-Zip's own licence; the codecs in it are BSD and public domain, the RAR reader may not be used to write RAR.
  '7z-wasm': 'LGPL-2.1-or-later AND BSD-3-Clause AND LicenseRef-unRAR',
  // The reader is MIT, the RAR code in it is free for reading archives.
  'node-unrar-js': 'MIT AND LicenseRef-unRAR',
}

export function listShipped(root: string): Shipped[] {
  const { packages } = readJson(join(root, 'package-lock.json')) as { packages: Record<string, Locked> }
  const builtIn = join(root, 'web', 'dist', '.packages.json')
  const inWeb = new Set(existsSync(builtIn) ? (readJson(builtIn) as string[]) : [])
  const found = Object.entries(packages).flatMap(([path, locked]): Shipped[] => {
    if (path === '' || !locked.version) return []
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (locked.dev && !inWeb.has(name)) return []
    const needs = Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })
    return [
      {
        name,
        version: locked.version,
        licence: licences[name] ?? locked.license ?? 'unknown',
        how: locked.dev ? 'built in' : 'installed',
        isOptional: locked.optional === true,
        sha512: hexOf(locked.integrity),
        path,
        needs: needs.flatMap((each) => resolveFrom(packages, path, each) ?? []),
      },
    ]
  })
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** As Node resolves it: in the package itself, then one folder further out each time. */
function resolveFrom(packages: Record<string, Locked>, path: string, name: string): string | undefined {
  const parts = path.split('/node_modules/')
  for (let depth = parts.length; depth > 0; depth -= 1) {
    const place = `${parts.slice(0, depth).join('/node_modules/')}/node_modules/${name}`
    if (packages[place]) return place
  }
  return packages[`node_modules/${name}`] ? `node_modules/${name}` : undefined
}

const hexOf = (integrity: string | undefined) =>
  integrity?.startsWith('sha512-') ? Buffer.from(integrity.slice(7), 'base64').toString('hex') : undefined

const addressOf = ({ name, version }: Pick<Shipped, 'name' | 'version'>) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

/** CycloneDX 1.6. The same sources produce the same document, to the byte. */
export function toCycloneDx(own: { name: string; version: string; license: string }, shipped: readonly Shipped[]) {
  const refs = new Map(shipped.map((each) => [each.path, addressOf(each)]))
  const unique = [...new Map(shipped.map((each) => [addressOf(each), each])).values()]
  const components = unique.map((each) => {
    const [scope, name] = each.name.startsWith('@') ? each.name.split('/') : [undefined, each.name]
    return {
      type: 'library',
      'bom-ref': addressOf(each),
      ...(scope && { group: scope }),
      name,
      version: each.version,
      scope: each.isOptional ? 'optional' : 'required',
      licenses: [/ (?:AND|OR) /.test(each.licence) ? { expression: each.licence } : { license: { id: each.licence } }],
      ...(each.sha512 && { hashes: [{ alg: 'SHA-512', content: each.sha512 }] }),
      purl: addressOf(each),
      properties: [{ name: 'lectern:how', value: each.how }],
    }
  })
  const self = addressOf(own)
  const graph = new Map<string, Set<string>>([[self, new Set(unique.map(addressOf))]])
  for (const each of shipped) {
    const needs = graph.get(addressOf(each)) ?? new Set()
    for (const path of each.needs) if (refs.has(path)) needs.add(refs.get(path)!)
    graph.set(addressOf(each), needs)
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(components))}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': self,
        name: own.name,
        version: own.version,
        licenses: [{ license: { id: own.license } }],
        purl: self,
      },
    },
    components,
    dependencies: [...graph].map(([ref, needs]) => ({ ref, dependsOn: [...needs].sort() })),
  }
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** A table, then the text of every licence, each once. */
export function toLicenceList(root: string, shipped: readonly Shipped[]): string {
  const rows = shipped.map(({ name, version, licence, how }) => `| ${name} | ${version} | ${licence} | ${how} |`)
  const texts = new Map<string, string[]>()
  for (const each of shipped) {
    const text = licenceTextOf(join(root, each.path))
    if (text) texts.set(text, [...(texts.get(text) ?? []), `${each.name} ${each.version}`])
  }
  return [
    '# What Lectern ships with',
    '',
    'Made by `scripts/list-shipped.ts`. Packages for machines other than yours are named, too, but not installed.',
    '',
    '| Package | Version | Licence | How |',
    '|---|---|---|---|',
    ...new Set(rows),
    ...[...texts].flatMap(([text, names]) => ['', `## ${[...new Set(names)].join(', ')}`, '', '```text', text, '```']),
    '',
  ].join('\n')
}

function licenceTextOf(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying)(?:[-.](?:md|txt|mit))?$/i.test(name))
  return file && readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').replaceAll('```', "'''").trim()
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
