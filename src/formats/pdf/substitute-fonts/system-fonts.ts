import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type FontFace, readFontFaces } from './font-faces.ts'

/** Font folders of fontconfig, macOS and Windows. */
const folders = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.local/share/fonts'),
  join(homedir(), '.fonts'),
  '/System/Library/Fonts',
  '/Library/Fonts',
  ...(process.env.SystemRoot ? [join(process.env.SystemRoot, 'Fonts')] : []),
]

/** Only designers have more fonts than this; the first ones are enough. */
const maxFiles = 2000
const deepest = 5

let installedFontsCache: FontFace[] | undefined

/** The fonts installed on this machine. Searched when the first document needs one, once per thread. */
export function systemFonts(): FontFace[] {
  installedFontsCache ??= fontFilesIn(folders).flatMap(readFontFaces)
  return installedFontsCache
}

function fontFilesIn(roots: readonly string[]): string[] {
  const files: string[] = []
  const visit = (folder: string, depth: number) => {
    for (const entry of listed(folder)) {
      if (files.length >= maxFiles) return
      const path = join(folder, entry.name)
      if (entry.isDirectory() && depth < deepest) visit(path, depth + 1)
      else if (/\.(ttf|otf|ttc|otc)$/i.test(entry.name)) files.push(path)
    }
  }
  for (const root of roots) visit(root, 0)
  return files
}

function listed(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
