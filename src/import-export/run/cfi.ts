/**
 * Which document of an EPUB a CFI points into, counted from 0: `epubcfi(/6/14!/4/2)` of the standard, whose first step is
 * the spine, or `epubcfi(/14/2/4)` of Calibre, which leaves that step out.
 */
export function spineIndexOfCfi(cfi: string | undefined): number | undefined {
  const inner = /^epubcfi\((.*)\)$/s.exec(cfi ?? '')?.[1]
  if (inner === undefined) return undefined
  const [, spine] = /^\/6(?:\[[^\]]*\])?\/(\d+)(?:\[[^\]]*\])?!/.exec(inner) ?? []
  const [, first] = /^\/(\d+)(?:\[[^\]]*\])?(?:[/!]|$)/.exec(inner) ?? []
  const step = Number(spine ?? (inner.includes('!') ? Number.NaN : first))
  return Number.isInteger(step) && step >= 2 && step % 2 === 0 ? step / 2 - 1 : undefined
}
