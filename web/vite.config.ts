import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

/** The service worker knows them by it. */
const languagePrefix = 'language-'
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig(({ command }) => ({
  root: here('.'),
  // Relative, so that one build serves every base path; the server sets <base href>.
  base: command === 'build' ? './' : '/',
  plugins: [react(), stylesLast(), packStart(), serviceWorker(), shippedPackages()],
  server: { port: 5173, proxy: { '/api': 'http://localhost:8080' } },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // Browsers that do not know it load the files all the same, a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { main: here('index.html') },
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${/messages[\\/][^\\/]+[\\/]index\.ts$/.test(facadeModuleId ?? '') ? languagePrefix : ''}[name]-[hash].js`,
        // What the first paint needs comes in two files, one of which changes only with its packages; the readers and
        // pages bring the rest. Whatever is imported from here without `import()` is in the first visit.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](?!react-virtual|virtual)[^\\/]+)[\\/]/,
              priority: 3,
            },
            { name: 'start', test: /web[\\/]src[\\/](main|app|router)\.tsx$/, priority: 2 },
            // The other first page: its fields in one file, not in twelve.
            { name: 'sign-in', test: /web[\\/]src[\\/]pages[\\/]sign-in[\\/]sign-in-page\.tsx$/, priority: 1 },
            // A few hundred bytes each: one file for all is less than the requests for some of them.
            { name: 'icons', test: /@tabler[\\/]icons-react/, priority: 0 },
          ],
        },
      },
    },
  },
}))

/** Styles in the head would hold back the first paint, which brings its own; the app waits for them wherever they stand. */
function stylesLast(): Plugin {
  return {
    name: 'styles-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(/ *<link rel="stylesheet"[^>]*>\n?/g) ?? []
        const rest = links.reduce((left, link) => left.replace(link, ''), html)
        return rest.replace('  </body>', `${links.join('')}  </body>`)
      },
    },
  }
}

/**
 * Packs what the first visit loads as small as it gets, and writes it beside the file. That takes seconds, too long for
 * whoever comes first to a server that has just started; the rest is packed on request.
 */
function packStart(): Plugin {
  return {
    name: 'pack-start',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const wanted = new Set<string>()
      const want = (name: string) => {
        const part = bundle[name]
        if (part?.type !== 'chunk' || wanted.has(name)) return
        wanted.add(name)
        for (const style of part.viteMetadata?.importedCss ?? []) wanted.add(style)
        for (const each of part.imports) want(each)
      }
      for (const part of Object.values(bundle))
        if (part.type === 'chunk' && (part.isEntry || part.name === 'sign-in')) want(part.fileName)
      await Promise.all([...wanted].map((name) => packBeside(join(dir, name))))
    },
  }
}

async function packBeside(path: string) {
  const plain = await readFile(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(plain, { params }))
}

/** Builds the service worker last, because it has to know every file of the app by its hashed name. */
function serviceWorker(): Plugin {
  let files: string[] = []
  let outDir = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir
    },
    writeBundle(_, bundle) {
      const outside = ['boot.js', 'manifest.webmanifest', 'icon.svg']
      // Of the languages it keeps those that somebody here reads, when they are loaded.
      const own = Object.keys(bundle).filter(
        (name) => /\.(js|css)$/.test(name) && !name.startsWith(`assets/${languagePrefix}`),
      )
      files = [...own, ...outside].sort()
    },
    async closeBundle() {
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
      await build({
        configFile: false,
        logLevel: 'warn',
        define: { __SHELL__: JSON.stringify({ version, files }) },
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'es2023',
          rolldownOptions: {
            input: here('src/offline/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      })
    },
  }
}

/** Names the packages that became part of the interface, for the list of what ships (scripts/list-shipped.ts). */
function shippedPackages(): Plugin {
  return {
    name: 'shipped-packages',
    apply: 'build',
    generateBundle() {
      const names = [...this.getModuleIds()].flatMap((id) => id.match(packageName)?.[1] ?? [])
      const source = JSON.stringify([...new Set(names)].sort())
      this.emitFile({ type: 'asset', fileName: '.packages.json', source })
    },
  }
}

const packageName = /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/
