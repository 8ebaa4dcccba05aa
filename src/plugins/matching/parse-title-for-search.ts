import { EDITION_WORDS } from './edition-words.ts'

/** "Berserk v01-41 (2003) [Digital]" is searched for as "Berserk", "Berserk (Deluxe Edition)" as it is. */
export function parseTitleForSearch(title: string): { title: string; year: number | undefined } {
  const year = /[([](1[89]\d\d|20\d\d)[^\])]{0,6}[)\]]/.exec(title)?.[1]
  const spaced = /\s/.test(title.trim()) ? title : title.replaceAll('_', ' ')
  const bare = spaced
    .replace(/\s*[[({][^\])}]*[\])}]\s*/g, (part) => (EDITION_WORDS.test(part) ? part : ' '))
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(VOLUMES_BEHIND, '')
  return { title: bare || title, year: year === undefined ? undefined : Number(year) }
}

/** "Berserk v2" may be the second volume, the second run, or a series of that name. Undefined without such a number. */
export function withoutVolumeBehind(title: string): string | undefined {
  const bare = title.replace(VOLUME_BEHIND, '')
  return bare === title ? undefined : bare
}

const MARK = '(?:v|vols?\\.?|volumes?|tomes?|t|bde?\\.?|band|c|ch\\.?|chapters?|issues?|#)'
/** Which volumes or chapters a folder holds: “Berserk v01-41”, “Berserk 01-41”. */
const VOLUMES_BEHIND = new RegExp(`(?<=\\S)(?:[ _,-]+${MARK} ?#?\\d+|[ _]+0\\d+) ?[-–~] ?(?:v|#)?\\d+$`, 'iu')
const VOLUME_BEHIND = new RegExp(`(?<=\\S)[ _,-]+${MARK} ?\\d{1,4}$`, 'iu')
