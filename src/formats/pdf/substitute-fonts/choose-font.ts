import type { BundledFonts } from './bundled-fonts.ts'
import { type FontFace, type FontScript, normaliseFontName } from './font-faces.ts'
import { systemFonts } from './system-fonts.ts'

/** What PDFium says of a font that the document names and does not carry. */
export interface FontRequest {
  family: string
  /** As Windows numbers them (wingdi.h). */
  charset: number
  bold: boolean
  italic: boolean
  serif: boolean
  fixed: boolean
}

/**
 * The font to draw with; undefined: one of PDFium's own, which are Latin. `needed` is what the text of the page needs
 * beyond that, where it is known.
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
  // Letters of an alphabet in some odd font of the machine would be worse than ours; of Chinese there are few fonts.
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

/** Fonts that are known for their script, for documents that do not say it. */
const knownFamilies: [RegExp, FontScript][] = [
  [/gothic|mincho|meiryo|hiragino|heisei|kozmin|kozgo|yugo|yumin|ipaex|takao|osaka/, 'japanese'],
  [/batang|gulim|dotum|gungsuh|malgun|hymyeongjo|hygothic|hysmyeongjo|nanum|applegothic|undotum/, 'korean'],
  [/pmingliu|mingliu|msung|mhei|jhenghei|dfkai|biaukai|lihei|lisong/, 'traditional'],
  [/simsun|simhei|stsong|stheiti|stkaiti|stfangsong|fangsong|kaiti|yahei|dengxian|nsimsun|songti|heiti/, 'simplified'],
]

function scriptOfFamily(family: string): FontScript | undefined {
  const name = normaliseFontName(family)
  // Western fonts that are called Gothic.
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
