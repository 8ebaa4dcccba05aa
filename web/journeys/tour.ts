import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { twoFrames, watchRequests } from '../../scripts/wait-for-requests.ts'
import { type JourneyServer, type VisitOptions, visit } from './journey-server.ts'

/**
 * Navigates from page to page within the app, as a click does, and calls `look` once all requests of a page are done.
 */
export async function tour(server: JourneyServer, page: Page, paths: string[], look: (path: string) => Promise<void>) {
  const settled = watchRequests(page)
  await page.goto(server.origin)
  await settled()
  for (const path of paths) {
    await page.evaluate(
      (to) => history.pushState({}, '', to),
      new URL(server.origin).pathname.replace(/\/$/, '') + path,
    )
    await settled()
    await look(path)
  }
}

/** Serious axe violations on these pages; light first, then what another theme can change: the contrast. */
export async function accessibilityFaults(
  server: JourneyServer,
  paths: string[],
  as: VisitOptions['as'] = server.account,
): Promise<string[]> {
  const { page } = await visit(server, { theme: 'auto', bypassCSP: true, as })
  await page.addInitScript(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  const found: string[] = []
  // During a transition to another theme, colours have an arbitrary contrast.
  const still = '*, ::before, ::after { transition: none !important; animation: none !important; }'
  page.on('load', () => void page.addStyleTag({ content: still }))
  await tour(server, page, paths, async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(twoFrames)
      const serious = await page.evaluate(seriousFaults, colorScheme === 'light' ? undefined : ['color-contrast'])
      found.push(...serious.map((each) => `${colorScheme} ${path} ${each}`))
    }
  })
  return found
}

/** The pages declared in a source file that no path visits: `/books/$bookId` matches `/books/` and anything. */
export async function unvisitedPages(source: string, paths: string[]): Promise<string[]> {
  const text = await readFile(new URL(`../src/${source}`, import.meta.url), 'utf8')
  const declared = [...text.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path)
  return declared.filter((path) => {
    const page = new RegExp(`(^|/)${path.replace(/^\//, '').replace(/\$\w*/g, '.+')}(\\?|$)`)
    return !paths.some((each) => page.test(each))
  })
}

interface AxeResult {
  violations: { id: string; impact: string; nodes: { html: string }[] }[]
}

async function seriousFaults(rules: string[] | undefined): Promise<string[]> {
  const { axe } = window as unknown as { axe: { run: (root: Document, how: object) => Promise<AxeResult> } }
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    reporter: 'no-passes',
    // Shortest selectors of each element take long to find, and nobody reads them.
    selectors: false,
    iframes: false,
    preload: false,
    runOnly: rules,
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
}
