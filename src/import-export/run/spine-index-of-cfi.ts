/** Which document of an EPUB a CFI points into, counted from 0: `epubcfi(/6/14!/4/2)`, whose first step is the spine. */
export function spineIndexOfCfi(cfi: string | undefined): number | undefined {
  const [, spine] = /^epubcfi\(\/6(?:\[[^\]]*\])?\/(\d+)(?:\[[^\]]*\])?!/.exec(cfi ?? '') ?? []
  const step = Number(spine)
  return Number.isInteger(step) && step >= 2 && step % 2 === 0 ? step / 2 - 1 : undefined
}
