import { type PageShape, type Spread, spreadsOf } from '../../spreads.ts'

export type FixedLayoutPage = PageShape & { side: 'left' | 'right' | 'center' | undefined }

/** Fixed-layout books define which pages face each other; if they don't, the rule for comics applies. */
export function fixedLayoutSpreads(pages: FixedLayoutPage[], double: boolean, rtl: boolean): Spread[] {
  if (!double) return pages.map(({ number }) => [number])
  if (!pages.some((page) => page.side)) return spreadsOf(pages, { double: true, coverAlone: true })
  const first = rtl ? 'right' : 'left'
  const spreads: Spread[] = []
  for (let at = 0; at < pages.length; ) {
    const page = pages[at] as FixedLayoutPage
    const next = pages[at + 1]
    const opens = page.side === first || page.side === undefined
    const closes = next && next.side !== first && next.side !== 'center'
    const pair = opens && closes
    spreads.push(pair ? [page.number, next.number] : [page.number])
    at += pair ? 2 : 1
  }
  return spreads
}
