/**
 * Converts Calibre's positions to standard CFIs. Calibre names the document by one step (the second document is `/4`)
 * and then the root element, `/2`; the standard goes through the package, `/6/4!`, and starts inside the root element.
 */
export function cfiOfCalibre(text: string): string | null {
  const inner = text.replace(/^epubcfi\((.*)\)$/s, '$1')
  if (inner.includes('!')) return `epubcfi(${inner})`
  const [, step, path = ''] = /^\/(\d+)(?:\[[^\]]*\])?(\/.*)?$/s.exec(inner) ?? []
  return step === undefined ? null : `epubcfi(/6/${step}!${insideRoot(path)})`
}

/** A highlight stores its document separately, and both its ends relative to that. */
export function cfiRangeOfCalibre(spineIndex: number, start: string, end: string): string {
  const [from, to] = [stepsOf(start), stepsOf(end)]
  let shared = 0
  while (shared < Math.min(from.length, to.length) - 1 && from[shared] === to[shared]) shared += 1
  const join = (steps: readonly string[]) => steps.map((step) => `/${step}`).join('')
  const parent = `/6/${(spineIndex + 1) * 2}!${join(from.slice(0, shared))}`
  return `epubcfi(${parent},${join(from.slice(shared))},${join(to.slice(shared))})`
}

/** Calibre shows a comic as one document with a picture per page: `epubcfi(/2/2/4/6)` is its third page. */
export function pageOfCalibreComic(text: string): number | null {
  const [, step] = /^(?:epubcfi\()?\/\d+\/2\/4\/(\d{1,6})\b/.exec(text.replace(/\[(?:\^.|[^\]])*\]/gs, '')) ?? []
  const page = Math.floor(Number(step ?? 0) / 2)
  return page > 0 ? page : null
}

const insideRoot = (path: string): string => path.replace(/^\/2(?:\[[^\]]*\])?(?=\/|$)/, '')
/** A name in brackets may hold a slash. */
const stepsOf = (path: string): string[] => insideRoot(path).match(/(?<=\/)(?:\[(?:\^.|[^\]])*\]|[^/])+/gs) ?? []
