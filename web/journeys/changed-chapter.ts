import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export type Flow = 'paginated' | 'scrolled'

export const frame = (page: Page) => page.frames().find((each) => each.url().includes('c1.xhtml'))

/** Opens a book with another first chapter, paginated or scrolled. */
export async function openWithChapter(
  page: Page,
  url: string,
  { flow, body, css = '' }: { flow: Flow; body: string; css?: string },
) {
  await page.addInitScript((wanted) => localStorage.setItem('lectern-reader-epub', `{"flow":"${wanted}"}`), flow)
  await page.route('**/c1.xhtml', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const changed = text
      .replace(/<\/head>/, `<style>${css}</style></head>`)
      .replace(/<body[^>]*>[\s\S]*<\/body>/, `<body>${body}</body>`)
    await route.fulfill({ response, body: changed })
  })
  await page.goto(url)
  await expect.poll(() => frame(page)?.evaluate(() => document.body?.textContent.length ?? 0)).toBeGreaterThan(20)
}
