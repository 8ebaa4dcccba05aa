import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Marked, type Tokens } from 'marked'

export interface HelpFile {
  type: string
  body: Buffer
}

/** A unit of the search: one heading with the text below it. */
interface Section {
  page: string
  heading: string
  path: string
  text: string
}

interface Page {
  /** The path of the Markdown file in the documentation folder. */
  source: string
  path: string
  title: string
  html: string
  sections: Section[]
}

const typeOf: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  yaml: 'text/plain; charset=utf-8',
  webp: 'image/webp',
  svg: 'image/svg+xml',
}

/**
 * The documentation as a website, by path. All its links are relative, so that the same files can be served below any
 * base path and published anywhere.
 */
export async function renderHelp(folder: string): Promise<Map<string, HelpFile>> {
  const found = globSync('**/*.md', { cwd: folder, exclude: ['dist/**'] }).map((file) => file.split(sep).join('/'))
  const pages = await Promise.all(
    found.sort().map(async (file) => readPage(file, await readFile(join(folder, file), 'utf8'))),
  )
  const files = new Map<string, HelpFile>()
  const add = (path: string, body: string | Buffer) =>
    files.set(path, { type: typeOf[path.slice(path.lastIndexOf('.') + 1)]!, body: Buffer.from(body) })
  const groups = groupsOf(await readFile(join(folder, 'index.md'), 'utf8'))
  for (const page of pages) add(page.path, wrap(page, groups))
  add('search.json', JSON.stringify(pages.filter(isGuide).flatMap(({ sections }) => sections)))
  for (const name of ['help.css', 'help-search.js', 'help.js']) add(name, await readFile(join(folder, 'site', name)))
  for (const file of globSync(['pictures/*.{webp,svg}', '*.yaml'], { cwd: folder })) {
    add(file.split(sep).join('/'), await readFile(join(folder, file)))
  }
  return files
}

/** Decisions are included, but are for people who work on the project. */
const isGuide = ({ source }: Page) => !source.startsWith('decisions/')

function readPage(source: string, markdown: string): Page {
  const path = pathOf(source)
  const page: Page = { source, path, title: '', html: '', sections: [] }
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = anchorOf(text)
        const plain = text.replaceAll('`', '')
        if (depth === 1) page.title = plain
        page.sections.push({
          page: page.title,
          heading: depth === 1 ? '' : plain,
          path: depth === 1 ? path : `${path}#${id}`,
          text: '',
        })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const target = /^[a-z]+:/.test(href) ? href : href.replace(/\.md(?=#|$)/, '.html')
        return `<a href="${escapeHtml(target)}">${this.parser.parseInline(tokens)}</a>`
      },
      table(token: Tokens.Table) {
        const cell = ({ header, text, tokens }: Tokens.TableCell) => {
          // A column without a heading: screen readers would announce an empty one.
          const tag = header && text !== '' ? 'th' : 'td'
          return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`
        }
        const row = (cells: Tokens.TableCell[]) => `<tr>${cells.map(cell).join('')}</tr>`
        const hasHead = token.header.some(({ text }) => text !== '')
        const head = hasHead ? `<thead>${row(token.header)}</thead>` : ''
        const body = token.rows.map(row).join('\n')
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${body}</tbody></table></div>\n`
      },
      code({ text }: Tokens.Code) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`
      },
    },
  })
  page.html = marked.parse(markdown, { async: false })
  const texts = markdown.split(/^#+ .*$/m).slice(1)
  for (const [at, section] of page.sections.entries()) section.text = plainText(texts[at] ?? '')
  return page
}

const pathOf = (source: string) => source.replace(/\.md$/, '.html')

/** As forges do, so that a link with an anchor works in both places. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|[-|]+$/gm, '')
    .replace(/[`*|]|^```\w*$/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

interface Group {
  heading: string
  links: { label: string; path: string }[]
}

/** The navigation comes from the first page. */
function groupsOf(index: string): Group[] {
  return index
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      heading: part.slice(0, part.indexOf('\n')),
      links: [...part.matchAll(/\[([^\]]+)\]\(([\w/-]+)\.md\)/g)].map(([, label, path]) => ({
        label: label!,
        path: `${path}.html`,
      })),
    }))
}

function wrap({ path, title, html }: Page, groups: readonly Group[]): string {
  const to = (target: string) => relative(dirname(path), target).split(sep).join('/')
  const menu = groups.map(({ heading, links }) => {
    const items = links.map(({ label, path: target }) => {
      const current = target === path ? ' aria-current="page"' : ''
      return `<li><a href="${to(target)}"${current}>${escapeHtml(label)}</a></li>`
    })
    return `<h2>${escapeHtml(heading)}</h2>\n<ul>${items.join('\n')}</ul>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}${title === 'Lectern' ? '' : ' · Lectern'}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${to('help.css')}">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="name" href="${to('index.html')}">Lectern help</a>
<div class="search" role="search">
<input id="search" type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off">
<ul id="results" aria-label="Results"></ul>
</div>
<button id="theme" type="button">Light / dark</button>
</header>
<div class="columns">
<nav aria-label="Pages">
${menu.join('\n')}
</nav>
<main id="content">
${html}</main>
</div>
<script src="${to('help-search.js')}"></script>
<script src="${to('help.js')}"></script>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
