import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig(({ command }) => ({
  root: here('.'),
  // Relative, so that one build serves every base path; the server sets <base href>.
  base: command === 'build' ? './' : '/',
  plugins: [react(), serviceWorker()],
  server: { port: 5173, proxy: { '/api': 'http://localhost:8080' } },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { main: here('index.html') },
      output: {
        // What every page needs comes in a few files; without this it would be forty.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](?!react-virtual|virtual))/,
            },
            { name: 'shell', test: /web[\\/]src[\\/](api|cover|parts|theme|messages[\\/](t|format|en)\b)/ },
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
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle(_, bundle) {
      const outside = ['boot.js', 'manifest.webmanifest', 'icon.svg']
      files = [...Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name)), ...outside].sort()
    },
    async closeBundle() {
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
      await build({
        configFile: false,
        logLevel: 'warn',
        define: { __SHELL__: JSON.stringify({ version, files }) },
        build: {
          outDir: here('dist'),
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
