import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

/** The service worker knows them by it. */
const languagePrefix = 'language-'
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig(({ command }) => ({
  root: here('.'),
  // Relative, so that one build serves every base path; the server sets <base href>.
  base: command === 'build' ? './' : '/',
  plugins: [react(), serviceWorker(), shippedPackages()],
  server: { port: 5173, proxy: { '/api': 'http://localhost:8080' } },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { main: here('index.html') },
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${/messages[\\/][^\\/]+[\\/]index\.ts$/.test(facadeModuleId ?? '') ? languagePrefix : ''}[name]-[hash].js`,
        // What every page needs comes in a few files; without this it would be forty.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](?!react-virtual|virtual))/,
            },
            {
              name: 'shell',
              test: /web[\\/]src[\\/](api|cover|parts|theme|messages[\\/](t|format|en)\b(?![\\/](admin|connections|imports|kobo|security)))/,
            },
            // A few hundred bytes each: one file for all is less than the requests for some of them.
            { name: 'icons', test: /@tabler[\\/]icons-react/ },
          ],
        },
      },
    },
  },
}))

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
