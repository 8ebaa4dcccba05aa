import type { Page } from 'playwright-core'

type Renderer = HTMLElement & { page: number; pages: number }

/** The line below the text: the chapter and the position. */
export const footOf = (page: Page) => page.locator('main > p').textContent()

/** The current page of the chapter, from 1, and their number. */
export const pageOf = (page: Page) =>
  page.evaluate(() => {
    const renderers = [...document.querySelectorAll('foliate-paginator')] as Renderer[]
    const renderer = renderers.find((each) => each.checkVisibility({ visibilityProperty: true }))
    return [renderer?.page ?? 0, (renderer?.pages ?? 0) - 2]
  })
