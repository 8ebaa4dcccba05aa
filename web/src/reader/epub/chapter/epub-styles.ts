import { highlightCssRules } from '../../annotations/highlight-colors.ts'
import { searchHitCssRules } from '../search/search-highlights.ts'
import { type EpubFont, type EpubSettings, epubColorsFor, isDarkEpubTheme } from '../settings/epub-settings.ts'
import { chapterPartsCssRules } from './chapter-parts.ts'
import { wideContentCssRules } from './fit-wide-content.ts'
import { inlineGroupCssRules } from './group-inline-content.ts'
import { steppedLayoutCssRules } from './lay-out-in-steps.ts'
import { isShownWithoutStyles } from './show-hidden-text.ts'

const families: Record<string, string | undefined> = {
  serif: '"Literata Variable", "Hiragino Mincho ProN", "Noto Serif CJK JP", "Yu Mincho", Georgia, serif',
  sans: '"Inter Variable", "Hiragino Sans", "Noto Sans CJK JP", system-ui, sans-serif',
  dyslexic: 'OpenDyslexic, sans-serif',
}

function familyOf(font: EpubFont): string | undefined {
  if (!font.startsWith('own:')) return families[font]
  return `"${font.slice(4).replace(/["\\]/g, '')}", ${families.serif}`
}

/** Containers around the text, often with the width of the page the book was designed for. */
const boxes = 'div, section, article, main, header, footer, aside, nav'

/** The reader's rules around the book's: before it as defaults, after it where the user's settings must win. */
export function epubStylesFor(settings: EpubSettings, fontFaces: string): [before: string, after: string] {
  const { paper, ink, link } = epubColorsFor(settings)
  const dark = isDarkEpubTheme(settings)
  const hyphens = settings.hyphens ? 'auto' : 'none'
  const before = `
    ${fontFaces}
    html { line-height: ${settings.lineHeight}; }
    :is(${boxes}, p, ul, ol, dl, blockquote, figure, pre) { max-width: 100%; }
    p { ${settings.justify ? 'text-align: justify;' : ''} hyphens: ${hyphens}; }`
  const after = `
    html {
      --theme-bg-color: ${paper};
      background: ${paper} !important;
      color: ${ink} !important;
      font-size: ${settings.size}% !important;
      color-scheme: ${dark ? 'dark' : 'light'};
    }
    html, body {
      display: block !important; column-count: auto !important; transform: none !important;
      opacity: 1 !important; visibility: visible !important;
    }
    body {
      background: transparent !important; color: inherit !important; overflow: visible !important; float: none !important;
      position: static !important; padding-inline: 0 !important; column-width: auto !important;
      width: auto !important; min-width: 0 !important; height: auto !important; min-height: 0 !important;
      border: 0 !important; outline: 0 !important; box-shadow: none !important;
    }
    body :is(${boxes}) { min-width: 0 !important; }
    body *:not(img, svg, svg *, video, canvas) {
      color: inherit !important;
      -webkit-text-fill-color: currentcolor !important;
      background-color: transparent !important;
      border-color: currentcolor !important;
    }
    body a:link, body a:link * { color: ${link} !important; text-decoration-thickness: from-font; }
    p, li, blockquote, dd { line-height: ${settings.lineHeight} !important; orphans: 2; widows: 2; }
    :is(${text}, h1, h2, h3, h4, h5, h6) { height: auto !important; max-height: none !important; }
    ${typeRules(settings)}
    pre { white-space: pre-wrap !important; }
    ${wideContentCssRules}
    ${inlineGroupCssRules}
    ${chapterPartsCssRules}
    ${steppedLayoutCssRules}
    th, td, :is(th, td) :is(p, li, dd) { text-align: start; hyphens: manual; }
    ::selection { background: color-mix(in oklab, ${link} 30%, transparent); }
    ${highlightCssRules(dark, ink)}
    ${searchHitCssRules(dark)}`
  return [before, after]
}

const text = 'p, li, blockquote, dd'

/** Only contains what differs from the book's own style, so that everything else stays as published. */
function typeRules(settings: EpubSettings): string {
  const { weight, letterSpacing, wordSpacing, paragraphIndent, paragraphSpacing } = settings
  const family = familyOf(settings.font)
  const rules = [
    family && `body, body *:not(pre, code, pre *, code *, [class*="icon"]) { font-family: ${family} !important; }`,
    // Bold text stays distinguishable.
    weight !== 400 &&
      `${text} { font-weight: ${weight} !important; } :is(${text}) :is(b, strong) { font-weight: ${Math.min(900, weight + 300)} !important; }`,
    letterSpacing > 0 && `${text} { letter-spacing: ${letterSpacing}em !important; }`,
    wordSpacing > 0 && `${text} { word-spacing: ${wordSpacing}em !important; }`,
    paragraphIndent !== null && `p { text-indent: ${paragraphIndent}em !important; }`,
    paragraphSpacing !== null && `p { margin-block: 0 ${paragraphSpacing}em !important; }`,
    !settings.justify && `${text} { text-align: start !important; }`,
    settings.hyphens
      ? `${text} { -webkit-hyphenate-limit-before: 3; hyphenate-limit-chars: 6 3 3; }`
      : `${text} { hyphens: none !important; }`,
  ]
  return rules.filter(Boolean).join('\n    ')
}

/** Switches the book's own style sheets off and on. Ours have the attribute `data-reader`. */
export function setPublisherStyles(doc: Document, isOn: boolean) {
  for (const sheet of doc.styleSheets) {
    const owner = sheet.ownerNode as Element | null
    if (owner?.hasAttribute('data-reader')) continue
    sheet.disabled = !isOn || isShownWithoutStyles(doc)
  }
}

/** The renderer adds one style element at each end of the head. */
export function markReaderStyles(doc: Document) {
  const styles = doc.head?.querySelectorAll('style') ?? []
  for (const style of [styles[0], styles[styles.length - 1]]) style?.setAttribute('data-reader', '')
}
