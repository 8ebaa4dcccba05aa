import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { expect, test } from 'vitest'

/** The layers of src/, in the order of ARCHITECTURE.md. A folder imports itself and those listed before it. */
const layers = [
  'formats',
  'contract',
  'config',
  'store',
  'events',
  'tasks',
  'images',
  'strategies',
  'catalog',
  'analyse',
  'scan',
  'plugins',
  'import-export',
  'surfaces',
  'runtime',
  'build',
  'cli',
  'main',
]
/** These import no other layer. */
const independentLayers = ['formats', 'contract']
/** Folders whose subfolders don't import each other, except for some that all may import, and some that import all. */
const separateSubfolders: Record<string, { shared: string[]; importAll: string[] }> = {
  formats: { shared: ['archive', 'xml', 'image', 'values', 'opf', 'sidecar'], importAll: ['isolate'] },
  surfaces: { shared: ['edge', 'deliver', 'present'], importAll: [] },
}
/** Packages that only some layers may import. */
const packageLayers: Record<string, string[]> = {
  kysely: ['store', 'build', 'cli'],
  pg: ['store'],
  'node:sqlite': ['store'],
  fastify: ['surfaces'],
  yaml: ['config'],
  sharp: ['formats', 'images'],
  '@node-rs/argon2': ['catalog'],
}

interface Import {
  file: string
  target: string
  typeOnly: boolean
}

const root = join(import.meta.dirname, '..')
const isTest = (file: string) => /\.(test|fixture|bench)\.tsx?$/.test(file)
const files = (pattern: string) => globSync(pattern, { cwd: root }).map((file) => file.split(sep).join('/'))
const sourceFiles = files('src/**/*.ts').filter((file) => !isTest(file))
const imports = sourceFiles.flatMap(importsOf)
const ownImports = imports.filter(({ target }) => target.startsWith('src/'))
const packageImports = imports.filter(({ target }) => !target.startsWith('src/') && !target.startsWith('.'))

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const statement =
    /^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm
  return [...text.matchAll(statement)].map((match) => {
    const name = (match[2] ?? match[3] ?? match[4])!
    const target = name.startsWith('.')
      ? relative(root, join(root, dirname(file), name))
          .split(sep)
          .join('/')
      : name
    return { file, target, typeOnly: match[1] !== undefined }
  })
}

/** The layer of a file. Files directly in src/ build the server. */
const layerOf = (file: string) => {
  const part = file.split('/')[1]!
  if (!part.endsWith('.ts')) return part
  return part === 'main.ts' ? 'main' : 'build'
}
const asArrow = ({ file, target }: Import) => `${file} → ${target}`

test('every folder of src is in the import order', () => {
  expect([...new Set(sourceFiles.map(layerOf))].filter((part) => !layers.includes(part))).toEqual([])
  expect(ownImports.length).toBeGreaterThan(20)
})

test('ARCHITECTURE.md lists the folders of src in the import order', () => {
  const [, tree] = /```\nsrc\/\n([\s\S]*?)\nweb\//.exec(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))!
  const listed = [...tree!.matchAll(/^ {2}([a-z-]+?)(?:\/|-\*\.ts|\.ts) /gm)].map(([, name]) => name)
  expect(listed).toEqual(layers)
})

test('no folder of src imports one that is listed after it', () => {
  const wrong = ownImports.filter(({ file, target }) => layers.indexOf(layerOf(file)) < layers.indexOf(layerOf(target)))
  expect(wrong.map(asArrow)).toEqual([])
})

test('formats and contract import no other folder, and contract no package but typebox', () => {
  const wrong = ownImports.filter(
    ({ file, target }) => independentLayers.includes(layerOf(file)) && layerOf(file) !== layerOf(target),
  )
  expect(wrong.map(asArrow)).toEqual([])
  const wrongPackages = packageImports.filter(
    ({ file, target }) => layerOf(file) === 'contract' && target !== 'typebox',
  )
  expect(wrongPackages.map(asArrow)).toEqual([])
})

test('subfolders of formats and surfaces do not import each other', () => {
  const subfolder = (file: string) => (file.split('/').length > 3 ? file.split('/')[2]! : undefined)
  const wrong = ownImports.filter(({ file, target }) => {
    const rule = separateSubfolders[layerOf(file)]
    if (!rule || layerOf(file) !== layerOf(target)) return false
    const [from, to] = [subfolder(file), subfolder(target)]
    if (from === undefined || to === undefined || from === to) return false
    return !rule.shared.includes(to) && !rule.importAll.includes(from)
  })
  expect(wrong.map(asArrow)).toEqual([])
})

test('strategies for series do not import each other', () => {
  const strategies = [
    'flat-strategy',
    'calibre-strategy',
    'custom-series-strategy',
    'publisher-hierarchy-strategy',
    'series-volume-strategy',
    'series-volume-chapter-strategy',
  ]
  const isStrategy = (file: string) => strategies.some((name) => file === `src/strategies/series/${name}.ts`)
  expect(sourceFiles.filter(isStrategy)).toHaveLength(strategies.length)
  const wrong = ownImports.filter(({ file, target }) => isStrategy(file) && isStrategy(target))
  expect(wrong.map(asArrow)).toEqual([])
})

test('a package is imported only in the layers it is meant for', () => {
  const wrong = packageImports.filter(({ file, target }) => {
    const allowed = packageLayers[target] ?? packageLayers[target.split('/')[0]!]
    return allowed !== undefined && !allowed.includes(layerOf(file))
  })
  expect(wrong.map(asArrow)).toEqual([])
})

test('formats imports no package for servers, databases or logs', () => {
  const server = ['fastify', 'kysely', 'pg', 'node:http', 'node:https', 'node:sqlite', 'pino']
  expect(
    packageImports.filter(({ file, target }) => layerOf(file) === 'formats' && server.includes(target)).map(asArrow),
  ).toEqual([])
})

/**
 * Names that both sides list, and how both compare text and recognise sentences. They import nothing, so they load
 * nothing else.
 */
const sharedWithWeb = [
  'src/contract/enum-values.ts',
  'src/contract/former-sentences.ts',
  'src/contract/locked-file-sentences.ts',
  'src/contract/sentence-matcher.ts',
  'src/contract/rule-list-limit.ts',
  'src/formats/epub/href.ts',
  'src/formats/epub/note-mark.ts',
  'src/formats/fold-text.ts',
]

test('the web interface imports from src only types of the contract, and files without imports', () => {
  const web = files('web/**/*.{ts,tsx}').filter((file) => !isTest(file) && !file.includes('/dist/'))
  const crossing = web.flatMap(importsOf).filter(({ target }) => target.startsWith('src/'))
  const wrong = crossing.filter(
    ({ target, typeOnly }) => !sharedWithWeb.includes(target) && !(typeOnly && layerOf(target) === 'contract'),
  )
  expect(wrong.map(asArrow)).toEqual([])
  expect(sharedWithWeb.flatMap(importsOf)).toEqual([])
})

test('entry points, which act when they are loaded, are not imported', () => {
  const entryPoints = ['src/main.ts', 'src/worker-thread.ts', 'src/server-process.ts']
  expect(ownImports.filter(({ target }) => entryPoints.includes(target)).map(asArrow)).toEqual([])
})

test('src has no import cycles, not even of types', () => {
  expect(cyclesIn(ownImports)).toEqual([])
})

/** The layers of the web interface, in the order of its README. A folder imports itself and those listed before it. */
const webLayers = [
  'messages',
  'theme',
  'search-params.ts',
  'api',
  'parts',
  'cover',
  'offline',
  'item',
  'edit',
  'matching',
  'releases',
  'connections',
  'identify',
  'library-form',
  'browse',
  'reader',
  'frame',
  'pages',
  'router.tsx',
  'app.tsx',
  'main.tsx',
]
const webCode = files('web/src/**/*.{ts,tsx}').filter((file) => !isTest(file) && !file.endsWith('.d.ts'))
const webImports = webCode
  .flatMap(importsOf)
  .filter(({ target }) => target.startsWith('web/src/') && !target.endsWith('.css'))
const webLayerOf = (file: string) => file.split('/')[2]!

test('web/src has only the folders of its README', () => {
  expect([...new Set(webCode.map(webLayerOf))].filter((layer) => !webLayers.includes(layer))).toEqual([])
  expect(webImports.length).toBeGreaterThan(500)
  const readme = readFileSync(join(root, 'web/README.md'), 'utf8')
  expect(webLayers.filter((layer) => !readme.includes(`\`${layer.replace(/\.tsx?$/, '')}`))).toEqual([])
})

test('no folder of the web interface imports one that is listed after it', () => {
  const wrong = webImports.filter(
    ({ file, target }) => webLayers.indexOf(webLayerOf(file)) < webLayers.indexOf(webLayerOf(target)),
  )
  expect(wrong.map(asArrow)).toEqual([])
})

test('the web interface has no import cycles, not even of types', () => {
  expect(cyclesIn(webImports)).toEqual([])
})

function cyclesIn(edges: readonly Import[]): string[] {
  const graph = new Map<string, string[]>()
  for (const { file, target } of edges) graph.set(file, [...(graph.get(file) ?? []), target])
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    else if (!done.has(file)) for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return cycles
}

test('names of files are in kebab-case, without empty words such as util', () => {
  const all = files('src/**/*.ts')
  expect(all.filter((file) => !/^(\d{4}-)?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.ts$/.test(basename(file)))).toEqual([])
  const empty = /(^|[-/])(service|manager|helper|util|common|base|impl)s?[./]/
  expect(all.filter((file) => empty.test(file))).toEqual([])
})

test('no file is longer than 400 lines', () => {
  const lengths = files('{src,test,scripts,bench,web}/**/*.{ts,tsx}').map((file) => {
    return { file, lines: readFileSync(join(root, file), 'utf8').split('\n').length }
  })
  expect(lengths.filter(({ lines }) => lines > 401)).toEqual([])
})

/** Positions on a picture or a page, which aren't mirrored with the language, and an arrow drawn with a border. */
const physicalStyles = [
  'web/src/pages/admin/users/user-form.module.css',
  'web/src/reader/comic/guided-view.module.css',
  'web/src/reader/epub/fixed-layout/fixed-layout-reader.module.css',
  'web/src/reader/pdf/pdf-page.module.css',
]

test('styles name start and end instead of left and right, which are swapped in Arabic', () => {
  const sided = [
    /(?:^|[\s;{])(?:[a-z-]+-)?(?:left|right)(?:-[a-z]+)?\s*:[^;}]*/gm,
    /(?:text-align|float|clear)\s*:\s*(?:left|right)/g,
    // All four sides at once, where the second and the last differ.
    /(?:margin|padding|inset|border-width)\s*:\s*([^\s;]+)\s+([^\s;]+)\s+([^\s;]+)\s+(?!\2\s*;)[^\s;()]+\s*;/g,
  ]
  const found = files('web/src/**/*.css')
    .filter((file) => !physicalStyles.includes(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8').replace(/\/\*.*?\*\//gs, '')
      return sided.flatMap((pattern) => [...text.matchAll(pattern)].map(([each]) => `${file}: ${each.trim()}`))
    })
  expect(found).toEqual([])
  const inCode = webCode.filter((file) =>
    /\b(?:margin|padding|border)(?:Left|Right)\b|<[^>]*\s[mp][lr]=/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(inCode).toEqual([])
})
