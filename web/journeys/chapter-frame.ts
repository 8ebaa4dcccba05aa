import type { Frame, Page } from 'playwright-core'

/** The frame of the chapter on screen; adjacent chapters are laid out in hidden frames, before it or after it. */
export async function shownChapter(page: Page): Promise<Frame | undefined> {
  for (const each of page.frames())
    if (each.url().includes('/resources/') && (await each.evaluate(isSeen).catch(() => false))) return each
  return undefined
}

const isSeen = () => Boolean(window.frameElement?.checkVisibility({ visibilityProperty: true }))
