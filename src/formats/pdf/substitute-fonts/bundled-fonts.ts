import { fileURLToPath } from 'node:url'
import { type FontFace, type FontScript, readFontFaces } from './font-faces.ts'

/** Noto Sans, from npm packages intended as fallback for PDFium. Read only when a document needs one. */
const files: Record<
  FontScript,
  { index: string; regular: string; bold: string; italic?: string; boldItalic?: string }
> = {
  alphabets: {
    index: '@embedpdf/fonts-latin',
    regular: 'NotoSans-Regular.ttf',
    bold: 'NotoSans-Bold.ttf',
    italic: 'NotoSans-Italic.ttf',
    boldItalic: 'NotoSans-BoldItalic.ttf',
  },
  japanese: { index: '@embedpdf/fonts-jp', regular: 'NotoSansJP-Regular.otf', bold: 'NotoSansJP-Bold.otf' },
  korean: { index: '@embedpdf/fonts-kr', regular: 'NotoSansKR-Regular.otf', bold: 'NotoSansKR-Bold.otf' },
  simplified: { index: '@embedpdf/fonts-sc', regular: 'NotoSansHans-Regular.otf', bold: 'NotoSansHans-Bold.otf' },
  traditional: { index: '@embedpdf/fonts-tc', regular: 'NotoSansHant-Regular.otf', bold: 'NotoSansHant-Bold.otf' },
}

/**
 * The fonts bundled with Lectern. Each font provider has its own instance, since faces are compared by object identity.
 */
export class BundledFonts {
  /** By file name; bounded by the table above. */
  readonly #cache = new Map<string, FontFace | undefined>()

  find(script: FontScript, { bold, italic }: { bold: boolean; italic: boolean }): FontFace | undefined {
    const { index, ...styles } = files[script]
    const styled = bold ? (italic ? styles.boldItalic : undefined) : italic ? styles.italic : undefined
    const name = styled ?? (bold ? styles.bold : styles.regular)
    if (!this.#cache.has(name)) this.#cache.set(name, readBundled(index, name))
    return this.#cache.get(name)
  }
}

function readBundled(index: string, name: string): FontFace | undefined {
  try {
    return readFontFaces(fileURLToPath(new URL(`../fonts/${name}`, import.meta.resolve(index))))[0]
  } catch {
    // Not installed: PDFium renders the text without it.
    return undefined
  }
}
