import type { Progression } from '../../../api/types.ts'
import { type Publication, pathOfLocator } from '../publication.ts'

/** The page of a locator, from 1. 0: it is in no file of the reading order. */
export function pageOfLocator(publication: Publication, locator: { href?: string } | null | undefined): number {
  const path = locator?.href && pathOfLocator(publication, { href: locator.href })
  return publication.order.findIndex((item) => item.path === path) + 1
}

/** The page on which a book opens that was read until there. */
export function startingPage(publication: Publication, progression: Progression | undefined): number {
  return Math.max(1, pageOfLocator(publication, progression?.locator))
}
