import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { isSetting, type SettingTree } from '../src/config/setting.ts'
import { settingDeclarations } from '../src/config/settings.ts'
import { allRoutes } from '../src/contract/index.ts'
import { isMultipart } from '../src/contract/route.ts'
import { Caches } from '../src/store/cache/caches.ts'
import type { LibraryForScan } from '../src/store/library/library-for-scan.ts'
import { defaultLibraryMetadataOptions } from '../src/store/library/library-metadata-options.ts'
import { strategiesFor } from '../src/strategies/library-strategies.ts'
import { renderHelp } from '../src/surfaces/help/render-help.ts'

const root = join(import.meta.dirname, '..')
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root, exclude: ['docs/decisions/**', 'docs/dist/**'] })]
const guide = pages.filter((page) => /^docs[/\\](?:index|guide|apps|server|api)/.test(page))
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')
const withoutCode = (text: string) => text.replace(/^ *```[\s\S]*?^ *```$/gm, '').replace(/`[^`\n]*`/g, '')
const blocksOf = (page: string) =>
  [...textOf(page).matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].map(([, indent, language, text]) => ({
    page,
    language: language!,
    text: text!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }))
const blocks = pages.flatMap(blocksOf)

/** Anchors of headings, as a forge and the help pages create them. */
const anchorsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every link inside the documentation leads somewhere', () => {
  const dead = pages.flatMap((page) =>
    [...withoutCode(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target!)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [path = '', anchor] = target.split('#')
        const file = path === '' ? page : join(dirname(page), path)
        if (!existsSync(join(root, file))) return true
        return anchor !== undefined && !anchorsOf(file).includes(anchor)
      })
      .map((target) => `${page} → ${target}`),
  )
  expect(dead).toEqual([])
})

test('every page can be reached from the first one', () => {
  const index = textOf('docs/index.md')
  const lost = guide.filter((page) => page !== join('docs', 'index.md') && !index.includes(page.slice(5)))
  expect(lost).toEqual([])
})

const settingAt = (key: string): boolean => {
  let node: SettingTree[string] | undefined = settingDeclarations
  for (const part of key.split('.')) node = isSetting(node) ? undefined : (node as SettingTree | undefined)?.[part]
  return node !== undefined
}
const groups = Object.keys(settingDeclarations).filter((name) => name !== 'data_dir')

test('every setting named in the text exists', () => {
  const names = new RegExp(`\`((?:${groups.join('|')})\\.[a-z_.]+[a-z])`, 'g')
  const inText = pages.flatMap((page) => [...textOf(page).matchAll(names)].map(([, key]) => `${key}`))
  const inEnvironment = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\bLECTERN_([A-Z_]+)/g)].map(([, key]) => key!.toLowerCase().replaceAll('__', '.')),
  )
  expect(inText.length).toBeGreaterThan(20)
  // "server.prot" is the example of a mistake.
  const files = /\.(?:ts|md|yaml|json|conf|sqlite)$/
  const unknown = [...inText, ...inEnvironment].filter((key) => !settingAt(key) && !files.test(key))
  expect(unknown.filter((key) => key !== 'server.prot')).toEqual([])
})

test('every configuration in the text has only known settings', () => {
  const configurations = blocks.filter(
    ({ language, text }) => language === 'yaml' && /^(?:auth|server|data_dir|database|files):/m.test(text),
  )
  expect(configurations.length).toBeGreaterThan(5)
  for (const { page, text } of configurations) {
    expect(unknownIn(parse(text) as Record<string, unknown>, settingDeclarations, ''), page).toEqual([])
  }
})

function unknownIn(given: Record<string, unknown>, tree: SettingTree, path: string): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const node = tree[name]
    if (node === undefined) return [`${path}${name}`]
    if (!isSetting(node)) return unknownIn(value as Record<string, unknown>, node, `${path}${name}.`)
    return new Ajv({ strict: false, validateFormats: false }).validate(node.schema, value) ? [] : [`${path}${name}`]
  })
}

const flagsIn = (text: string) => [...text.matchAll(/(?<=^|[\s[])--([a-z-]+)/g)].map(([, flag]) => flag!)

test('every command and flag exists', { timeout: 120_000 }, () => {
  const usual = ['config', 'data', 'host', 'port', 'library', 'help']
  const help = execFileSync(process.execPath, [join(root, 'src', 'main.ts'), '--help'], { encoding: 'utf8' })
  const usages = [...help.matchAll(/^ {2}lectern (\w+)(.*)$/gm)]
  const commands = new Map(usages.map(([, name, usage]) => [name!, [...usual, ...flagsIn(usage!)]]))
  const calls = pages.flatMap((page) =>
    [...textOf(page).matchAll(/(?:npx lectern|\blectern\.js|`lectern) ([^`\n]+)/g)].map(([, rest]) => ({
      page,
      rest: rest!,
    })),
  )
  expect(calls.length).toBeGreaterThan(15)
  const wrong = calls.filter(({ rest }) => {
    const [name = ''] = rest.split(/\s/)
    if (name.startsWith('-') || name === '--help') return false
    return !commands.has(name) || flagsIn(rest).some((flag) => !commands.get(name)!.includes(flag))
  })
  expect(wrong).toEqual([])
})

test('every page of the settings that is named is called so in the interface', () => {
  const catalogues = globSync('web/src/messages/en/*.json', { cwd: root })
  const labels = new Set(catalogues.flatMap((file) => Object.values(JSON.parse(textOf(file)))))
  const named = guide.flatMap((page) =>
    [...textOf(page).matchAll(/(?<!\*, )\*Settings\*, \*([^*]+)\*/g)].map((match) => match[1]),
  )
  expect(named.length).toBeGreaterThan(20)
  // Aidoku has settings of its own.
  expect(named.filter((label) => !labels.has(label) && label !== 'Tracking')).toEqual([])
})

test('every script of the package that is named exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const named = pages.flatMap((page) => [...textOf(page).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!))
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

interface Call {
  page: string
  method: string
  path: string
  query: string
  body: unknown
}

const callsOf = (page: string): Call[] => {
  const text = textOf(page)
  const curls = [...text.replaceAll('\\\n', ' ').matchAll(/curl [^\n`]*/g)].flatMap(([line]) => {
    const [, path, query = ''] = /\$LECTERN(\/api\/v1[^\s"'?]*)(\?[^\s"']*)?/.exec(line) ?? []
    const body = /-d '([^']*)'/.exec(line)?.[1]
    const method = /-X (\w+)/.exec(line)?.[1] ?? (body === undefined ? 'GET' : 'POST')
    return path === undefined ? [] : [{ page, method, path, query, body: body && JSON.parse(body) }]
  })
  const inBlocks = blocksOf(page)
    .filter(({ language }) => language === 'http')
    .map(({ text: block }) => {
      const [first = '', ...rest] = block.split('\n')
      const [method = '', path = ''] = first.split(' ')
      const body = rest.join('\n').trim()
      return { page, method, path, query: '', body: body === '' ? undefined : JSON.parse(body) }
    })
  const inText = [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/api\/v1[^`?\s]*)`/g)].map(([, method, path]) => ({
    page,
    method: method!,
    path: path!,
    query: '',
    body: undefined,
  }))
  return [...curls, ...inBlocks, ...inText]
}

const routeOf = ({ method, path }: Call) => {
  const pattern = (route: string) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`)
  const exact = allRoutes.filter((route) => route.method === method && pattern(route.path).test(path))
  return (
    exact.find((route) => route.path === path) ??
    exact.sort((a, b) => a.path.split(':').length - b.path.split(':').length)[0]
  )
}

test('every call of the API exists, and its query and body are what the route takes', () => {
  const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }))
  const calls = pages.flatMap(callsOf)
  expect(calls.length).toBeGreaterThan(15)
  for (const call of calls) {
    const route = routeOf(call)
    expect(route, `${call.page}: ${call.method} ${call.path}`).toBeDefined()
    const known = Object.keys((route!.query as { properties?: object } | undefined)?.properties ?? {})
    const asked = [...new URLSearchParams(call.query).keys()]
    expect(
      asked.filter((name) => !known.includes(name)),
      `${call.page}: ${call.path}${call.query}`,
    ).toEqual([])
    if (call.body === undefined || isMultipart(route!.body)) continue
    const check = ajv.compile({ additionalProperties: false, ...route!.body })
    expect(check(call.body) ? [] : check.errors, `${call.page}: ${call.method} ${call.path}`).toEqual([])
  }
})

/** Blocks of a library's settings, each with the table of the resulting books. */
const examples = [
  ...textOf('docs/guide/files.md').matchAll(/```json\n([\s\S]*?)```\n\n\| File [^\n]*\n\|[-|]+\n((?:\|.*\n)+)/g),
].map(([, config, table]) => ({ config: config!.trim(), table: table! }))

const cells = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

test.each(examples)('the table says what comes of files with $config', ({ config, table }) => {
  const given = JSON.parse(config) as Record<string, unknown>
  const strategies = strategiesFor({ caches: new Caches() }, {
    path: '/books',
    readingDirection: 'ltr',
    seriesStrategy: 'series_volume',
    seriesConfig: {},
    bookStrategy: 'smart',
    bookConfig: {},
    numberStrategy: 'smart',
    numberConfig: {},
    titleRules: given.titlePreprocessingRules ?? [],
    metadataOptions: defaultLibraryMetadataOptions,
    ...given,
  } as unknown as LibraryForScan)
  const rows = table.trim().split('\n').map(cells)
  const files = rows.map(([path = '', inside = '']) => {
    const known = Object.fromEntries([...inside.matchAll(/(\w+) "([^"]*)"/g)].map(([, name, value]) => [name, value]))
    const file = { path: path.replaceAll('`', ''), inside: known as { number?: string } }
    return { ...file, toSeries: strategies.placeInSeries(file.path, file.inside).toSeries }
  })
  const found = files.map(({ path, inside, toSeries }) => {
    const others = files.filter((file) => file.toSeries.key === toSeries.key)
    const numbers = strategies.numberBooks(
      others.map((file) => ({ path: file.path, metadataNumber: file.inside.number })),
    )
    const number = numbers[others.findIndex((file) => file.path === path)]?.text ?? ''
    const series = toSeries.title
    const title = strategies.nameBook({ path, inside, series, bookCount: others.length, number: number || null })
    return [series, title, number]
  })
  expect(found).toEqual(rows.map((row) => row.slice(2)))
})

test('there is an example for every strategy', () => {
  const { seriesStrategy, bookStrategy, numberStrategy } = (
    allRoutes.find(({ method, path }) => method === 'POST' && path === '/api/v1/libraries')!.body as unknown as {
      properties: Record<string, { enum: string[] }>
    }
  ).properties
  const wanted = Object.entries({ seriesStrategy, bookStrategy, numberStrategy })
  const lacking = wanted.flatMap(([kind, schema]) =>
    schema!.enum.filter((name) => !examples.some(({ config }) => JSON.parse(config)[kind] === name)),
  )
  expect(lacking).toEqual([])
})

test('every nginx lets through uploads as large as Lectern takes them', () => {
  const servers = blocks.filter(({ language, text }) => language === 'nginx' && /^server \{/m.test(text))
  expect(servers.length).toBeGreaterThan(0)
  for (const text of [...servers.map((block) => block.text), textOf('deploy/proxy/nginx.conf')]) {
    expect(text).toMatch(/^ *client_max_body_size 0;$/m)
  }
  expect(textOf('deploy/kubernetes/lectern.yaml')).toMatch(/proxy-body-size: "0"$/m)
})

test('every link from the interface leads to a page and a heading of it', async () => {
  const site = await renderHelp(join(root, 'docs'))
  const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts'] }).map(textOf)
  const links = sources.flatMap((text) =>
    [...text.matchAll(/(?:\bhelp(?:=|: )|<HelpLink to=)['"]([^'"]+)['"]/g)].map(([, target]) => target!),
  )
  expect(links.length).toBeGreaterThan(20)
  const dead = links.filter((target) => {
    const [path = '', anchor] = target.split('#')
    const page = site.get(path)?.body.toString()
    return page === undefined || (anchor !== undefined && !page.includes(`id="${anchor}"`))
  })
  expect(dead).toEqual([])
})

test('every page has one title and a name that a person would type', () => {
  for (const page of guide) {
    expect([...withoutCode(textOf(page)).matchAll(/^# .+$/gm)], page).toHaveLength(1)
    expect(basename(page)).toMatch(/^[a-z-]+\.md$/)
  }
})

test('the benchmark writes the last sections of the performance page as they are', () => {
  expect(textOf('docs/performance.md')).toContain(textOf('bench/report/notes.md').trimEnd())
})
