import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSmallLibrary } from '../scripts/demo/library.ts'
import { apiClient, waitUntilAnalysed } from '../scripts/demo/server.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'lectern-package-'))
const modules = join(folder, 'node_modules')
const installed = join(modules, 'lectern')
const ended: Promise<unknown>[] = []
const run = promisify(execFile)

interface Locked {
  version: string
  dev?: boolean
  license?: string
}
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
const production = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev)

beforeAll(async () => {
  // A developer's own npm settings, for instance to run no scripts, must not affect this test.
  const args = ['pack', '--json', '--ignore-scripts=false', '--pack-destination', folder]
  await run('npm', args, { cwd: root, shell: process.platform === 'win32', maxBuffer: 64 * 1024 * 1024 })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!
  await run('tar', ['-xzf', tarball], { cwd: folder })
  mkdirSync(modules)
  renameSync(join(folder, 'package'), installed)
  // What npm would install with it, without development dependencies. Links, so that no registry is needed.
  for (const [path] of production) {
    const [, name, nested] = /^node_modules\/((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(path)!
    if (nested || !existsSync(join(root, path))) continue
    mkdirSync(dirname(join(modules, name!)), { recursive: true })
    symlinkSync(join(root, path), join(modules, name!), 'junction')
  }
}, 300_000)

afterAll(async () => {
  await Promise.all(ended)
  rmSync(folder, { recursive: true, force: true })
})

/** The machine's own Node if it is another version, as most users have it. */
function outerNode(): string {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const places = (process.env.PATH ?? '').split(delimiter).map((each) => join(each, file))
  const older = places.find((place) => {
    if (!existsSync(place)) return false
    const major = Number(execFileSync(place, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }))
    return major >= 20 && major < 26
  })
  return older ?? process.execPath
}

test('the package serves and analyses books without anything from the checkout', { timeout: 240_000 }, async () => {
  const library = join(folder, 'books')
  await writeSmallLibrary(library)
  const args = [
    join(installed, 'bin', 'lectern.js'),
    '--data',
    mkdtempSync(join(folder, 'data-')),
    '--port',
    '0',
    '--host',
    '127.0.0.1',
  ]
  // Under npm, a test gets a path with our Node first, and npm's own settings.
  const env = { PATH: dirname(outerNode()), HOME: folder, LECTERN_SCANNER__SETTLE_SECONDS: '0' }
  const server = spawn(outerNode(), args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = new Promise<number | null>((resolve) => server.once('exit', resolve))
  ended.push(exit)
  try {
    const origin = await addressSaidBy(server)
    const page = await (await fetch(origin)).text()
    // The page lists the files of the app, and boot.js loads them.
    const [, files] = / data-files="([^"]+)"/.exec(page)!
    const { start } = JSON.parse(files!.replaceAll('&quot;', '"')) as { start: string[] }
    expect(start.length).toBeGreaterThan(0)
    for (const file of ['boot.js', ...start]) expect((await fetch(`${origin}/${file}`)).status).toBe(200)
    expect((await fetch(`${origin}/help/guide/install.html`)).status).toBe(200)
    expect((await fetch(`${origin}/api/docs`)).status).toBe(200)
    const request = apiClient(origin)
    await request('POST', '/setup/initialize', { username: 'ada', password: 'a quiet reading room' })
    await request('POST', '/libraries', { name: 'Shelf', path: library, scanImmediately: true })
    await waitUntilAnalysed(request)
    const { data } = await request<{ data: { pageCount: number }[] }>('GET', '/books')
    expect(data).toHaveLength(8)
    expect(data.filter(({ pageCount }) => pageCount === 0)).toEqual([])
  } finally {
    server.kill('SIGTERM')
  }
  // Ends on its own, with 1 if a busy machine didn't give it enough time to finish.
  expect([0, 1]).toContain(await exit)
})

function addressSaidBy(server: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const onText = (text: Buffer) => {
      said += text
      const [address] = /http:\/\/\S+(?=\n)/.exec(said) ?? []
      if (address) resolve(address)
    }
    server.stdout!.on('data', onText)
    server.stderr!.on('data', onText)
    server.once('exit', (code) => reject(new Error(`It ended with ${code}: ${said}`)))
  })
}

interface Component {
  group?: string
  name: string
  version: string
  purl: string
  'bom-ref': string
  licenses: { expression?: string; license?: { id: string } }[]
  properties: { value: string }[]
}
const nameOf = ({ group, name }: Component) => (group ? `${group}/${name}` : name)
const licenceOf = ({ licenses: [first] }: Component) => first?.expression ?? first?.license?.id ?? ''

/** Besides permissive ones: unmodified components, as separate libraries that anyone may replace. */
const allowed: Readonly<Record<string, RegExp>> = {
  'LGPL-2.1-or-later': /^7z-wasm$/,
  'LGPL-3.0-or-later': /^@img\/sharp-/,
  'LicenseRef-unRAR': /^(?:7z-wasm|node-unrar-js)$/,
}
const permissive = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'OFL-1.1']

test('everything that ships is listed, with a licence that lets it ship', () => {
  const sbom = JSON.parse(readFileSync(join(installed, 'sbom.cdx.json'), 'utf8')) as {
    bomFormat: string
    specVersion: string
    components: Component[]
    dependencies: { ref: string; dependsOn: string[] }[]
  }
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  const listed = new Set(sbom.components.map((each) => `${nameOf(each)}@${each.version}`))
  const wanted = production.map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`)
  expect(wanted.filter((each) => !listed.has(each))).toEqual([])

  const builtIn = sbom.components.filter(({ properties }) => properties[0]!.value === 'built in').map(nameOf)
  expect(builtIn).toEqual(
    expect.arrayContaining(['react', '@mantine/core', '@fontsource-variable/inter', 'foliate-js']),
  )
  expect(builtIn).not.toContain('vitest')

  const doubtful = sbom.components.filter((each) =>
    licenceOf(each)
      .split(' AND ')
      .some((licence) => !permissive.includes(licence) && !allowed[licence]?.test(nameOf(each))),
  )
  expect(doubtful.map((each) => `${nameOf(each)}: ${licenceOf(each)}`)).toEqual([])

  const refs = new Set(sbom.components.map((each) => each['bom-ref']))
  expect(refs.size).toBe(sbom.components.length)
  const broken = sbom.dependencies.flatMap(({ dependsOn }) => dependsOn.filter((ref) => !refs.has(ref)))
  expect(broken).toEqual([])

  const list = readFileSync(join(installed, 'THIRD-PARTY.md'), 'utf8')
  const unnamed = sbom.components.filter((each) => !list.includes(`| ${nameOf(each)} | ${each.version} |`))
  expect(unnamed).toEqual([])
  expect(list).toContain('SIL OPEN FONT LICENSE')
})

test('the package has no tests, no sources of the interface and no maps', () => {
  const files = readdirSync(installed, { recursive: true }).map(String)
  expect(files.filter((file) => /\.(?:test|fixture|journey)\.|\.map$|^web[/\\]src|^src[/\\]/.test(file))).toEqual([])
  expect(files).toEqual(expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md']))
})
