import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** The modules loaded by a process that imports this file: packages by name, Node's own by their internal name. */
async function loadedBy(file: string): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const found = new Set()
    registerHooks({ load: (url, context, next) => {
      const name = url.match(/node_modules\\/((?:@[^/]+\\/)?[^/]+)(?!.*node_modules)/)?.[1]
      if (name) found.add(name)
      return next(url, context)
    } })
    await import(${JSON.stringify(new URL(file, import.meta.url).href)})
    for (const name of process.moduleLoadList) found.add(name.replace('NativeModule internal/', ''))
    console.log(JSON.stringify([...found]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return JSON.parse(stdout) as string[]
}

// Each of them costs an idle server megabytes of memory for nothing.
it('the server starts without what it seldom needs', async () => {
  const loaded = await loadedBy('./serve.ts')
  expect(loaded).toContain('fastify')
  // The last one comes with `import … from 'node:http'`: ask process.getBuiltinModule for it instead.
  const seldom = ['sharp', 'pg', 'pino-pretty', 're2js', 'openid-client', '@hyzyla/pdfium', 'deps/undici/undici']
  seldom.push('prom-client', 'jose', 'yaml', 'typebox')
  expect(seldom.filter((name) => loaded.includes(name))).toEqual([])
})

it('the task thread starts without what only its tasks need', async () => {
  const loaded = await loadedBy('../build-worker.ts')
  expect(loaded).toContain('kysely')
  const seldom = ['sharp', 'pg', 'saxes', 're2js', 'typebox', 'ajv', 'fastify', 'deps/undici/undici']
  expect(seldom.filter((name) => loaded.includes(name))).toEqual([])
})
