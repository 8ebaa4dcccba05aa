import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { planSpawn } from './sandbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-paths-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the code as a plugin whose package contains the files; returns what it writes as JSON. */
async function runPlugin(code: string, files: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const packageDir = mkdtempSync(join(folder, 'package-'))
  const dataDir = join(packageDir, 'data')
  for (const [name, text] of Object.entries({ ...files, 'index.mjs': code, 'data/none': '' })) {
    mkdirSync(join(packageDir, name, '..'), { recursive: true })
    writeFileSync(join(packageDir, name), text)
  }
  // A folder may be named by a link.
  const link = `${packageDir}-link`
  symlinkSync(packageDir, link)
  const { file, args, env, cwd } = planSpawn({
    command: 'node',
    args: [join(link, 'index.mjs')],
    env: {},
    packageDir: link,
    dataDir,
    heapMegabytes: 64,
    allowedCommands: [],
  })
  const { stdout } = await promisify(execFile)(file, args, { env, cwd })
  return JSON.parse(stdout)
}

const probes = `
  import fs from 'node:fs'
  import module, { createRequire } from 'node:module'
  import { pathToFileURL } from 'node:url'
  const require = createRequire(import.meta.url)
  const url = (path) => pathToFileURL(path).href
  const probes = (path) => ({
    require: () => require(path),
    requireResolve: () => require.resolve(path),
    requireResolvePaths: () => require.resolve('./' + path.split('/').at(-1), { paths: [path.slice(0, path.lastIndexOf('/'))] }),
    findPath: () => module._findPath(path, ['/']),
    lookup: () => module._findPath('x', [path]),
    import: () => import(path),
    importUrl: () => import(url(path)),
    importFromData: () => import('data:text/javascript,import "' + url(path) + '"'),
    importResolve: () => import.meta.resolve(url(path)),
    importPackage: () => import('points-to-' + path.split('/').at(-1)),
    requirePackage: () => require('points-to-' + path.split('/').at(-1)),
    findPackageJSON: () => module.findPackageJSON(url(path)),
    findPackageJSONBeside: () => module.findPackageJSON('.', path + '/x'),
    realpath: () => fs.realpathSync(path),
    realpathUrl: () => fs.realpathSync(new URL(url(path))),
    realpathLater: () => new Promise((resolve, reject) => fs.realpath(path, (error, at) => (error ? reject(error) : resolve(at)))),
    realpathNative: () => fs.realpathSync.native(path),
    exists: () => fs.existsSync(path),
  })`

it('a plugin can’t find out whether a path outside its folders exists', async () => {
  const outside = join(folder, 'outside')
  mkdirSync(join(outside, 'a-folder'), { recursive: true })
  writeFileSync(join(outside, 'a-file'), 'secret')
  symlinkSync('/', join(outside, 'a-link'))
  const names = ['a-file', 'a-folder', 'a-link', 'no-path']
  const packages = names.map((name): [string, string] => [
    `node_modules/points-to-${name}/package.json`,
    JSON.stringify({ main: `../../../outside/${name}` }),
  ])
  const found = await runPlugin(
    `${probes}
    const all = {}
    for (const name of ${JSON.stringify(names)}) {
      const of = {}
      for (const [probe, work] of Object.entries(probes(${JSON.stringify(outside)} + '/' + name))) {
        try { of[probe] = ['found', await work()] } catch (error) { of[probe] = [error.code, String(error.message).replaceAll(name, '')] }
      }
      all[name] = of
    }
    process.stdout.write(JSON.stringify(all))`,
    Object.fromEntries(packages),
  )
  for (const name of names) expect(found[name], name).toEqual(found['no-path'])
  expect(JSON.stringify(found)).not.toContain('["found","')
})

it('a plugin finds its own files and packages', async () => {
  const found = await runPlugin(
    `import fs from 'node:fs'
    import module, { createRequire } from 'node:module'
    import own from './own.mjs'
    import listed from 'listed/part'
    import '#inner'
    const require = createRequire(import.meta.url)
    const codeOf = async (work) => { try { await work() } catch (error) { return error.code } }
    process.stdout.write(JSON.stringify({
      own, listed,
      required: require('listed').name,
      json: require('./package.json').name,
      resolved: require.resolve('./own.mjs') === fs.realpathSync('../own.mjs'),
      nearest: module.findPackageJSON('.', import.meta.url) === fs.realpathSync(new URL('package.json', import.meta.url)),
      missing: await codeOf(() => import('missing')),
      missingFile: await codeOf(() => import('./missing.mjs')),
      missingRequired: await codeOf(() => require('missing')),
    }))`,
    {
      'package.json': JSON.stringify({ name: 'mine', type: 'module', imports: { '#inner': './own.mjs' } }),
      'own.mjs': `export default 'own'`,
      'node_modules/listed/package.json': JSON.stringify({ exports: { '.': './main.cjs', './part': './part.mjs' } }),
      'node_modules/listed/main.cjs': `exports.name = 'main'`,
      'node_modules/listed/part.mjs': `export default 'part'`,
    },
  )
  expect(found).toEqual({
    own: 'own',
    listed: 'part',
    required: 'main',
    json: 'mine',
    resolved: true,
    nearest: true,
    missing: 'ERR_MODULE_NOT_FOUND',
    missingFile: 'ERR_MODULE_NOT_FOUND',
    missingRequired: 'MODULE_NOT_FOUND',
  })
})
