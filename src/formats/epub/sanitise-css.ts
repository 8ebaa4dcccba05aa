import type { EncodeAddress } from './href.ts'

/**
 * Adapts a book's CSS for a browser: removes `-epub-` prefixes, turns page breaks into column breaks (the reader's
 * pages are columns), and removes everything that loads from elsewhere or runs scripts. Repetitions in the patterns are
 * bounded, so that no stylesheet can make this slow.
 */
export function sanitiseCss(css: string, encode?: EncodeAddress): string {
  // Comments and long runs of white space could split the patterns searched for.
  const plain = withoutComments(css).replace(/\s{20,}/g, ' ')
  const safe = modernised(plain)
    .replace(foreignImport, '')
    .replace(address, (whole, name: string | undefined, quote: string, start: string) =>
      // A namespace is a name that looks like a URL; browsers don't fetch it.
      name !== undefined || isHarmless(start) ? whole : `url(${quote}#`,
    )
    .replace(/expression\s{0,20}\(/gi, 'none(')
    .replace(/(behaviou?r|-moz-binding)\s{0,20}:/gi, 'x-removed:')
    .replace(/<\/(?=style)/gi, '<\\/')
  return encode ? encodeAddresses(safe, encode) : safe
}

const wholeAddress = /((?:url\(\s{0,20}["']?|@import\s{0,20}["'])\s{0,20})([^"'()\n]{1,2000})/gi

function encodeAddresses(css: string, encode: EncodeAddress): string {
  return css.replace(wholeAddress, (_, start: string, written: string) => start + encode(written))
}

const foreignImport =
  /@import\s{0,20}(?:url\(\s{0,20})?["']?\s{0,20}(?:[a-z][a-z0-9+.-]{0,30}:|\/\/)[^;]{0,2000}(?:;|$)/gi

const address = /(@namespace\s{1,20}[\w-]{0,40}\s{0,20})?url\(\s{0,20}(["']?)\s{0,20}([^)"']{0,40})/gi

function withoutComments(css: string): string {
  let plain = ''
  let from = 0
  for (let start = css.indexOf('/*'); start >= 0; start = css.indexOf('/*', from)) {
    plain += css.slice(from, start)
    const end = css.indexOf('*/', start + 2)
    if (end < 0) return plain
    from = end + 2
  }
  return plain + css.slice(from)
}

function modernised(css: string): string {
  return css
    .replace(/(^|[{\s;"'])-epub-/gi, '$1')
    .replace(/page-break-(before|after)\s{0,20}:\s{0,20}(?:always|left|right)/gi, 'break-$1: column')
    .replace(/page-break-(before|after|inside)\s{0,20}:/gi, 'break-$1:')
    .replace(/(^|[\s;{])break-(before|after)\s{0,20}:\s{0,20}page\b/gi, '$1break-$2: column')
}

/** Allows files of the book, inline pictures and fonts. A backslash can hide any scheme. */
function isHarmless(start: string): boolean {
  if (start.includes('\\')) return false
  if (/^data:(image|font|application\/(x-)?font)/i.test(start)) return true
  return !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(start)
}
