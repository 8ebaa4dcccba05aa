/**
 * A book's CSS made fit for a browser: `-epub-` prefixes off, page breaks as column breaks (the reader's pages are columns),
 * and nothing in it that loads from elsewhere or runs.
 */
export function cleanCss(css: string): string {
  return modernised(css)
    .replace(/@import\s+(?:url\(\s*)?(["']?)\s*(?:[a-z][a-z0-9+.-]*:|\/\/)[^;]{0,2000}(?:;|$)/gi, '')
    .replace(addresses, (whole, name: string | undefined, quote: string, start: string) =>
      // A namespace is a name that looks like an address; nothing is fetched from it.
      name !== undefined || isHarmless(start) ? whole : `url(${quote}#`,
    )
    .replace(/expression\s*\(/gi, 'none(')
    .replace(/(behaviou?r|-moz-binding)\s*:/gi, 'x-removed:')
    .replace(/<\/(?=style)/gi, '<\\/')
}

const addresses = /(@namespace\s+[\w-]{0,40}\s*)?url\(\s*(["']?)\s*([^)"']{0,40})/gi

function modernised(css: string): string {
  return css
    .replace(/(^|[{\s;"'])-epub-/gi, '$1')
    .replace(/page-break-(before|after)\s*:\s*(?:always|left|right)/gi, 'break-$1: column')
    .replace(/page-break-(before|after|inside)\s*:/gi, 'break-$1:')
    .replace(/(^|[\s;{])break-(before|after)\s*:\s*page\b/gi, '$1break-$2: column')
}

/** Files of the book, pictures and fonts given inline. A backslash can hide any scheme. */
function isHarmless(start: string): boolean {
  if (start.includes('\\')) return false
  if (/^data:(image|font|application\/(x-)?font)/i.test(start)) return true
  return !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(start)
}
