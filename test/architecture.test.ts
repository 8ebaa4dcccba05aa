import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { expect, test } from 'vitest'

/** The layers, from the file on disk to the reader. A folder imports itself and the ones before it. */
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
const sources = ['formats', 'contract']
/**
 * Folders whose parts never import each other; the parts that all of them may use; the parts that import the others.
 */
const siblings: Record<string, { shared: string[]; gather: string[] }> = {
  formats: { shared: ['archive', 'xml', 'image', 'values', 'opf', 'sidecar'], gather: ['isolate'] },
  surfaces: { shared: ['edge', 'deliver', 'present'], gather: [] },
}
/** Packages that only one folder may import. */
const owners: Record<string, string[]> = {
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
const code = files('src/**/*.ts').filter((file) => !isTest(file))
const imports = code.flatMap(importsOf)
const inside = imports.filter(({ target }) => target.startsWith('src/'))
const outside = imports.filter(({ target }) => !target.startsWith('src/') && !target.startsWith('.'))

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

/** Files directly in src/ build the server. */
const partOf = (file: string) => {
  const part = file.split('/')[1]!
  if (!part.endsWith('.ts')) return part
  return part === 'main.ts' ? 'main' : 'build'
}
const tell = ({ file, target }: Import) => `${file} → ${target}`

test('src has only the folders of the plan', () => {
  expect([...new Set(code.map(partOf))].filter((part) => !layers.includes(part))).toEqual([])
  expect(inside.length).toBeGreaterThan(20)
})

test('nobody imports what stands to the right', () => {
  const against = inside.filter(({ file, target }) => layers.indexOf(partOf(file)) < layers.indexOf(partOf(target)))
  expect(against.map(tell)).toEqual([])
})

test('formats and contract know nobody', () => {
  const curious = inside.filter(({ file, target }) => sources.includes(partOf(file)) && partOf(file) !== partOf(target))
  expect(curious.map(tell)).toEqual([])
  const learned = outside.filter(({ file, target }) => partOf(file) === 'contract' && target !== 'typebox')
  expect(learned.map(tell)).toEqual([])
})

test('parts of formats and surfaces never import each other', () => {
  const subfolder = (file: string) => (file.split('/').length > 3 ? file.split('/')[2]! : undefined)
  const across = inside.filter(({ file, target }) => {
    const sibling = siblings[partOf(file)]
    if (!sibling || partOf(file) !== partOf(target)) return false
    const [from, to] = [subfolder(file), subfolder(target)]
    if (from === undefined || to === undefined || from === to) return false
    return !sibling.shared.includes(to) && !sibling.gather.includes(from)
  })
  expect(across.map(tell)).toEqual([])
})

test('each way of arranging folders stands alone', () => {
  const strategies = [
    'flat-strategy',
    'calibre-strategy',
    'custom-series-strategy',
    'publisher-hierarchy-strategy',
    'series-volume-strategy',
    'series-volume-chapter-strategy',
  ]
  const isStrategy = (file: string) => strategies.some((name) => file === `src/strategies/series/${name}.ts`)
  expect(code.filter(isStrategy)).toHaveLength(strategies.length)
  const across = inside.filter(({ file, target }) => isStrategy(file) && isStrategy(target))
  expect(across.map(tell)).toEqual([])
})

test('a package that belongs to one part is known only there', () => {
  const strangers = outside.filter(({ file, target }) => {
    const owner = owners[target] ?? owners[target.split('/')[0]!]
    return owner !== undefined && !owner.includes(partOf(file))
  })
  expect(strangers.map(tell)).toEqual([])
})

test('formats know nothing of servers and databases', () => {
  const server = ['fastify', 'kysely', 'pg', 'node:http', 'node:https', 'node:sqlite', 'pino']
  expect(outside.filter(({ file, target }) => partOf(file) === 'formats' && server.includes(target)).map(tell)).toEqual(
    [],
  )
})

/**
 * Names that both sides list, and how both compare text and recognise sentences. They import nothing, so they load
 * nothing else.
 */
const sharedWithWeb = [
  'src/contract/enum-values.ts',
  'src/contract/former-sentences.ts',
  'src/contract/match-sentence.ts',
  'src/contract/rule-list-limit.ts',
  'src/formats/fold-text.ts',
]

test('the web interface imports only types of the contract, and what imports nothing', () => {
  const web = files('web/**/*.{ts,tsx}').filter((file) => !isTest(file) && !file.includes('/dist/'))
  const crossing = web.flatMap(importsOf).filter(({ target }) => target.startsWith('src/'))
  const wrong = crossing.filter(
    ({ target, typeOnly }) => !sharedWithWeb.includes(target) && !(typeOnly && partOf(target) === 'contract'),
  )
  expect(wrong.map(tell)).toEqual([])
  expect(sharedWithWeb.flatMap(importsOf)).toEqual([])
})

test('nobody imports the entry points, which act when they are loaded', () => {
  const acting = ['src/main.ts', 'src/worker-thread.ts', 'src/server-process.ts']
  expect(inside.filter(({ target }) => acting.includes(target)).map(tell)).toEqual([])
})

test('no import goes in a circle, not even one of types', () => {
  expect(circlesIn(inside)).toEqual([])
})

/** The layers of the web interface. A folder imports itself and those to its left; its README draws them. */
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
const layerOf = (file: string) => file.split('/')[2]!

test('web/src has only the folders of its README', () => {
  expect([...new Set(webCode.map(layerOf))].filter((layer) => !webLayers.includes(layer))).toEqual([])
  expect(webImports.length).toBeGreaterThan(500)
  const readme = readFileSync(join(root, 'web/README.md'), 'utf8')
  expect(webLayers.filter((layer) => !readme.includes(`\`${layer.replace(/\.tsx?$/, '')}`))).toEqual([])
})

test('no folder of the web interface imports what stands to its right', () => {
  const against = webImports.filter(
    ({ file, target }) => webLayers.indexOf(layerOf(file)) < webLayers.indexOf(layerOf(target)),
  )
  expect(against.map(tell)).toEqual([])
})

test('no import of the web interface goes in a circle, not even of a type', () => {
  expect(circlesIn(webImports)).toEqual([])
})

function circlesIn(edges: readonly Import[]): string[] {
  const graph = new Map<string, string[]>()
  for (const { file, target } of edges) graph.set(file, [...(graph.get(file) ?? []), target])
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    else if (!done.has(file)) for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return circles
}

test('names say what is done, in kebab-case', () => {
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
  'web/src/reader/epub/fixed-layout-reader.module.css',
  'web/src/reader/pdf/pdf-page.module.css',
]

test('styles say start and end, not left and right: Arabic runs the other way', () => {
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
