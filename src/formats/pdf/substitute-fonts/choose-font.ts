import type { BundledFonts } from './bundled-fonts.ts'
import { type FontFace, type FontScript, normaliseFontName } from './font-faces.ts'
import { systemFonts } from './system-fonts.ts'

/** PDFium's description of a font that the document uses but doesn't embed. */
export interface FontRequest {
  family: string
  /** Windows charset number (wingdi.h). */
  charset: number
  bold: boolean
  italic: boolean
  serif: boolean
  fixed: boolean
}

/**
 * Chooses the font to render with; undefined: one of PDFium's own, which are Latin. `needed` is the script the page's
 * text needs beyond that, if known.
 */
export function chooseFont(
  request: FontRequest,
  needed: FontScript | undefined,
  bundled: BundledFonts,
): FontFace | undefined {
  const script = scriptOfCharset[request.charset] ?? scriptOfFamily(request.family) ?? needed
  const family = normaliseFontName(request.family)
  const isStandard = standardFamilies.test(family)
  if (!script)
    return isStandard
      ? undefined
      : bestOf(
          systemFonts().filter((face) => face.names.has(family)),
          request,
        )
  const able = systemFonts().filter((face) => face.scripts.has(script))
  const names = isStandard ? likenesses(request) : [family]
  for (const name of names) {
    const named = bestOf(
      able.filter((face) => face.names.has(name)),
      request,
    )
    if (named) return named
  }
  // For alphabets, an arbitrary system font would look worse than ours; for East Asian scripts there are few fonts.
  const alike = script === 'alphabets' ? [] : able.filter((face) => face.serif === wantsSerif(request))
  return bestOf(alike, request) ?? bundled.find(script, request) ?? bestOf(able, request)
}

const scriptOfCharset: Record<number, FontScript | undefined> = {
  128: 'japanese',
  129: 'korean',
  130: 'korean',
  134: 'simplified',
  136: 'traditional',
  161: 'alphabets',
  162: 'alphabets',
  163: 'alphabets',
  186: 'alphabets',
  204: 'alphabets',
  238: 'alphabets',
}

/** Fonts whose script is known, for documents that don't declare it. */
const knownFamilies: [RegExp, FontScript][] = [
  [/gothic|mincho|meiryo|hiragino|heisei|kozmin|kozgo|yugo|yumin|ipaex|takao|osaka/, 'japanese'],
  [/batang|gulim|dotum|gungsuh|malgun|hymyeongjo|hygothic|hysmyeongjo|nanum|applegothic|undotum/, 'korean'],
  [/pmingliu|mingliu|msung|mhei|jhenghei|dfkai|biaukai|lihei|lisong/, 'traditional'],
  [/simsun|simhei|stsong|stheiti|stkaiti|stfangsong|fangsong|kaiti|yahei|dengxian|nsimsun|songti|heiti/, 'simplified'],
]

function scriptOfFamily(family: string): FontScript | undefined {
  const name = normaliseFontName(family)
  // Western fonts with "Gothic" in their names.
  if (/centurygothic|franklingothic|lettergothic|newsgothic|gothicmt|copperplate|itcavant|tradegothic/.test(name))
    return undefined
  return knownFamilies.find(([names]) => names.test(name))?.[1]
}

const standardFamilies =
  /^(helvetica|arial|times|timesroman|timesnewroman|courier|couriernew)(bold|italic|oblique|mt|ps)*$/

function likenesses({ family, serif, fixed }: FontRequest): string[] {
  const name = normaliseFontName(family)
  if (fixed || name.startsWith('courier')) return ['couriernew', 'liberationmono', 'cousine', 'dejavusansmono']
  if (serif || name.startsWith('times'))
    return ['timesnewroman', 'liberationserif', 'tinos', 'notoserif', 'freeserif', 'dejavuserif']
  return ['arial', 'liberationsans', 'arimo', 'notosans', 'freesans', 'dejavusans']
}

function wantsSerif({ family, serif }: FontRequest): boolean {
  return serif || /mincho|ming|song|sung|serif|batang|myungjo|myeongjo|kaiti|fangsong/i.test(family)
}

function bestOf(faces: readonly FontFace[], { bold, italic }: FontRequest): FontFace | undefined {
  const misfit = (face: FontFace) => Number(face.bold !== bold) * 2 + Number(face.italic !== italic)
  return faces.toSorted((a, b) => misfit(a) - misfit(b))[0]
}
