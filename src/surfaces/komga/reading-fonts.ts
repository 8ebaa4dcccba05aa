import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const FAMILY = 'OpenDyslexic'
const FILE = /^opendyslexic-latin-(400|700)-(normal|italic)(?:-[\w-]+)?\.woff2$/

/** The built web interface contains the font that Komga's reader offers; before it is built there is the package. */
const folders = ['web/dist/assets', 'node_modules/@fontsource/opendyslexic/files'].map((folder) =>
  fileURLToPath(new URL(`../../../${folder}/`, import.meta.url)),
)

interface FontFiles {
  folder: string
  names: string[]
}

/** Searched once: the folder doesn't change while the server runs. */
let found: Promise<FontFiles | undefined> | undefined
const findFiles = (): Promise<FontFiles | undefined> => {
  found ??= (async () => {
    for (const folder of folders) {
      const names = (await readdir(folder).catch(() => [])).filter((name) => FILE.test(name)).sort()
      if (names.length > 0) return { folder, names }
    }
    return undefined
  })()
  return found
}

export async function listReadingFontFamilies(): Promise<string[]> {
  return (await findFiles()) ? [FAMILY] : []
}

/** A style sheet under the name `css`, or one of the files that it refers to. */
export async function readReadingFont(
  family: string,
  file: string,
): Promise<{ type: string; body: Buffer } | undefined> {
  const files = family === FAMILY ? await findFiles() : undefined
  if (!files) return undefined
  if (file === 'css') return { type: 'text/css', body: Buffer.from(files.names.map(writeFontFace).join('\n')) }
  if (!files.names.includes(file)) return undefined
  return { type: 'font/woff2', body: await readFile(files.folder + file) }
}

function writeFontFace(name: string): string {
  const [, weight, style] = FILE.exec(name)!
  return `@font-face {
  font-family: '${FAMILY}';
  src: url('${name}') format('woff2');
  font-weight: ${weight};
  font-style: ${style};
}`
}
