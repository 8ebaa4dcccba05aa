import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'rolldown'

/**
 * Bundles the sources into a few files of JavaScript: Node takes about as long to find and link a file as to run it,
 * and there are a thousand. Code that is only imported on demand stays in separate files. All of them are side by side
 * in `lib`; entry points of threads and processes are also at the path of their source, so that paths between them stay
 * valid.
 */
export async function bundleSources(root: string): Promise<{ sources: number; files: number }> {
  const [from, to] = [join(root, 'src'), join(root, 'lib')]
  const sources = globSync('**/*.ts', { cwd: from, exclude: ['**/*.{test,fixture,bench,d}.ts'] })
  const starts = new Set(['main.ts'])
  for (const file of sources) {
    const code = readFileSync(join(from, file), 'utf8')
    for (const [, path] of code.matchAll(ADDRESS_OF_SOURCE)) starts.add(join(dirname(file), path!))
  }
  const input = Object.fromEntries([...starts].map((file) => [flatName(file), join(from, file)]))
  const { output } = await build({
    input,
    platform: 'node',
    // Packages stay as npm installs them, except for one that consists of hundreds of files.
    external: (id) => !/^(\.|\/|[A-Z]:\\|kysely(\/|$))/.test(id),
    plugins: [{ name: 'own address', transform: (code, id) => keepAddress(code, relative(from, id)) }],
    treeshake: false,
    output: {
      dir: to,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunk-[hash].js',
      minify: false,
    },
    logLevel: 'warn',
  })
  for (const file of starts) {
    if (flatName(file) === file.replace(/\.ts$/, '')) continue
    const place = join(to, file.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(place), { recursive: true })
    const up = relative(dirname(place), to).replaceAll('\\', '/')
    writeFileSync(place, `import '${up}/${flatName(file)}.js'\n`)
  }
  return { sources: sources.length, files: output.length }
}

/** How code refers to the entry point of a thread or process. */
const ADDRESS_OF_SOURCE = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g

const flatName = (file: string): string => file.replace(/\.ts$/, '').replaceAll(/[\\/]/g, '-')

/** Each source still sees its original path. */
function keepAddress(code: string, file: string): string | undefined {
  if (file.startsWith('..') || !code.includes('import.meta.')) return undefined
  const address = JSON.stringify(file.replaceAll('\\', '/').replace(/\.ts$/, '.js'))
  return code
    .replaceAll(ADDRESS_OF_SOURCE, (all) => all.replace(".ts',", ".js',"))
    .replaceAll('import.meta.url', `new URL(${address}, import.meta.url)`)
}
