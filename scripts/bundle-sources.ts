import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'rolldown'

/**
 * The sources as few files of JavaScript: Node takes about as long to find and link a file as to run what is in it, and there
 * are a thousand. What is only imported when it is needed stays in files of its own. All of them lie side by side in `lib`;
 * what threads and processes begin with is also where its source is, so paths between them stay true.
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
    // Packages stay what npm installs, but for one that consists of hundreds of files.
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

/** As code says where what a thread or process begins with is. */
const ADDRESS_OF_SOURCE = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g

const flatName = (file: string): string => file.replace(/\.ts$/, '').replaceAll(/[\\/]/g, '-')

/** A source is where it was, as far as it can tell. */
function keepAddress(code: string, file: string): string | undefined {
  if (file.startsWith('..') || !code.includes('import.meta.')) return undefined
  const address = JSON.stringify(file.replaceAll('\\', '/').replace(/\.ts$/, '.js'))
  return code
    .replaceAll(ADDRESS_OF_SOURCE, (all) => all.replace(".ts',", ".js',"))
    .replaceAll('import.meta.url', `new URL(${address}, import.meta.url)`)
}
