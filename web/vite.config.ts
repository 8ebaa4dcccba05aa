import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { languages } from './src/messages/language-list.ts'

/** The service worker knows them by it. */
const languagePrefix = 'language-'
/** What somebody may come to first, with the files it needs besides the start. */
const firstPages = ['sign-in', 'home', 'series', 'book']
/** What most people come to next, with the words of all pages but the first. */
const nextPages = ['library-page', 'other-pages-english']
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig(({ command }) => ({
  root: here('.'),
  // Relative, so that one build serves every base path; the server sets <base href>.
  base: command === 'build' ? './' : '/',
  plugins: [react(), instantLoaders(), signInLabels(), filesOfPages(), packStart(), serviceWorker(), shippedPackages()],
  server: { port: 5173, proxy: { '/api': 'http://localhost:8080' } },
  ...(command === 'build' && { define: { __COMPLETE_LANGUAGES__: JSON.stringify(completeLanguages()) } }),
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
          `assets/${isOfLanguage('\\w[\\w-]*', facadeModuleId) ? languagePrefix : ''}[name]-[hash].js`,
        // What the first paint needs comes in two files, one of which changes only with its packages; the readers and
        // pages bring the rest. Whatever is imported from here without `import()` is in the first visit.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](?!react-virtual|virtual)[^\\/]+)[\\/](?!.*(queriesObserver|useQueries|utationObserver|useMutation|nfiniteQuery|useBlocker))/,
              priority: 3,
            },
            {
              name: 'start',
              test: /web[\\/]src[\\/]((main|app|router|frame[\\/]logo)\.tsx|parts[\\/]use-document-title\.ts)$|ActionIcon[\\/]ActionIcon\.mjs$|hooks[\\/]esm[\\/]use-(id|uncontrolled)[\\/]/,
              priority: 2,
            },
            // Whoever is signed in sees the frame and covers in it. The page of a series and that of a book share their head.
            {
              name: 'frame',
              test: /web[\\/]src[\\/](frame[\\/]signed-in-root|pages[\\/]framed-layout|cover[\\/](item-card|card-skeleton)|browse[\\/]item-menu-button)\.tsx$|parts[\\/](tooltip|card-list-keyboard|grid-index-after-key|inline-direction-sign|scroll-behavior)\.ts$/,
              priority: 1.9,
            },
            {
              name: 'item',
              test: /web[\\/]src[\\/](item[\\/](?!star-rating|details-list|own-review|review-dialog|unlock-form|file-password-fact)|pages[\\/]series[\\/]series-skeleton)|icons[\\/]IconPencil\.mjs$/,
              priority: 1.8,
            },
            // Several questions at once: the rows of the home page, and the pages of a long list.
            { name: 'queries', test: /queriesObserver|useQueries/, priority: 1.75 },
            // What changes something: forms and dialogs, none of which is shown first.
            { name: 'mutations', test: /utationObserver|useMutation/, priority: 1.74 },
            // Rows are on the home page at once, on others below what is seen first.
            { name: 'cover-row', test: /web[\\/]src[\\/]parts[\\/]cover-row\.tsx$/, priority: 1.72 },
            { name: 'home', test: /web[\\/]src[\\/]pages[\\/]home[\\/]home-page\.tsx$/, priority: 1.7 },
            { name: 'book', test: /web[\\/]src[\\/]pages[\\/]book[\\/]book-page\.tsx$/, priority: 1.6 },
            { name: 'series', test: /web[\\/]src[\\/]pages[\\/]series[\\/]series-page\.tsx$/, priority: 1.5 },
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

/** Those that have every message that English has. What the server says is in English without them. */
function completeLanguages(): string[] {
  const areas = readdirSync(here('src/messages/en')).filter((file) => file !== 'reasons.json')
  const keysOf = (tag: string) =>
    new Set(areas.flatMap((area) => Object.keys(JSON.parse(readFileSync(here(`src/messages/${tag}/${area}`), 'utf8')))))
  const english = keysOf('en')
  return Object.keys(languages).filter((tag) => tag !== 'en' && english.isSubsetOf(keysOf(tag)))
}

/**
 * The loader of a busy button appears at once. Its movement would bring every transition of the component library to the
 * first visit. If a new version of the library names its files differently, the build fails here and not unseen.
 */
function instantLoaders(): Plugin {
  const name = '\0instant-transition'
  const expected = ['ActionIcon.mjs', 'Button.mjs']
  const replacedIn = new Set<string>()
  return {
    name: 'instant-loaders',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const file = basename(importer ?? '')
      if (!/Transition\.mjs$/.test(source) || !expected.includes(file)) return
      replacedIn.add(file)
      return name
    },
    buildEnd(error) {
      const missed = expected.filter((file) => !replacedIn.has(file))
      if (!error && missed.length > 0) this.error(`No import of Transition.mjs was replaced in ${missed.join(', ')}`)
    },
    load: (id) =>
      id === name
        ? 'export const Transition = ({ mounted, transition, children }) => mounted ? children(transition.in ?? {}) : null'
        : undefined,
  }
}

/** What the fields to sign in are called in each language: `boot.js` shows them before the app is there. */
function signInLabels(): Plugin {
  return {
    name: 'sign-in-labels',
    async transformIndexHtml(html) {
      const labels = await Promise.all(
        Object.keys(languages).map(async (tag) => {
          const all = JSON.parse(await readFile(here(`src/messages/${tag}/first.json`), 'utf8'))
          return [tag, ['title', 'username', 'password', 'submit'].map((name) => all[`signIn.${name}`])]
        }),
      )
      const text = JSON.stringify(Object.fromEntries(labels)).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
      return html.replace('data-labels="{}"', () => `data-labels="${text}"`)
    },
  }
}

/**
 * Tells `boot.js` which files the app begins with, which ones a first page needs, and a language, so that all of them are
 * asked for at once. None is in the page itself: over a slow line they would hold back what can be shown before them.
 */
function filesOfPages(): Plugin {
  return {
    name: 'files-of-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        const entry = chunks.find((part) => part.isEntry)
        const always = entry ? filesOf(bundle, entry.fileName) : []
        const pages = chunks.flatMap((part) => {
          const isPage = [...firstPages, 'frame'].includes(part.name) && Object.keys(part.modules).length > 0
          if (!isPage && !isFirstWords(part)) return []
          const name = isPage
            ? part.name
            : part.fileName.slice(`assets/${languagePrefix}`.length, -'-12345678.js'.length)
          return [[name, filesOf(bundle, part.fileName).filter((file) => !always.includes(file))]]
        })
        const tags =
          /^ *<(?:script type="module"|link rel="(?:stylesheet|modulepreload)")[^>]* (?:src|href)="\.\/([^"]+)">(?:<\/script>)?\n/gm
        const start = [...html.matchAll(tags)].map(([, file]) => file)
        const files = JSON.stringify({ start, ...Object.fromEntries(pages) }).replaceAll('"', '&quot;')
        return html.replace(tags, '').replace('src="./boot.js"', `src="./boot.js" data-files="${files}"`)
      },
    },
  }
}

/** Whether a file begins with a script of that name in the folder of a language. */
const isOfLanguage = (name: string, facadeModuleId: string | null) =>
  new RegExp(`messages[\\\\/][^\\\\/]+[\\\\/]${name}\\.ts$`).test(facadeModuleId ?? '')
const isFirstWords = (part: Rolldown.OutputChunk) => isOfLanguage('index', part.facadeModuleId)
const isNextWords = (part: Rolldown.OutputChunk) => isOfLanguage('other-pages', part.facadeModuleId)

/** A file with all that it imports, and their styles. */
function filesOf(bundle: Rolldown.OutputBundle, name: string, found = new Set<string>()): string[] {
  const part = bundle[name]
  if (part?.type !== 'chunk' || found.has(name)) return []
  found.add(name)
  for (const style of part.viteMetadata?.importedCss ?? []) found.add(style)
  for (const each of part.imports) filesOf(bundle, each, found)
  return [...found]
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
      const first = Object.values(bundle).filter(
        (part) =>
          part.type === 'chunk' &&
          (part.isEntry ||
            [...firstPages, ...nextPages].includes(part.name) ||
            isFirstWords(part) ||
            isNextWords(part)),
      )
      const wanted = new Set(first.flatMap((part) => filesOf(bundle, part.fileName)))
      await Promise.all([...wanted].map((name) => packBeside(join(dir, name))))
    },
  }
}

async function packBeside(path: string) {
  const plain = await readFile(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(plain, { params }))
}

/** Builds the service worker last, because it has to know every file of the app by its hashed name; and makes `boot.js` small. */
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
      await buildAlone(outDir, 'public/boot.js', 'boot.js')
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
      await buildAlone(outDir, 'src/offline/service-worker.ts', 'sw.js', {
        __SHELL__: JSON.stringify({ version, files }),
      })
    },
  }
}

/** A script that is no module and imports nothing from the app. */
async function buildAlone(outDir: string, from: string, to: string, define: Record<string, string> = {}) {
  await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2023',
      rolldownOptions: { input: here(from), output: { format: 'iife', entryFileNames: to } },
    },
  })
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
