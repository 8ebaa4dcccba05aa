import { EDITION_WORDS } from './edition-words.ts'

/** "Berserk v01-41 (2003) [Digital]" is searched for as "Berserk", "Berserk (Deluxe Edition)" as it is. */
export function parseTitleForSearch(title: string): { title: string; year: number | undefined } {
  const year = /[([](1[89]\d\d|20\d\d)[^\])]{0,6}[)\]]/.exec(title)?.[1]
  const spaced = /\s/.test(title.trim()) ? title : withSpaces(title)
  const bare = spaced
    .replace(/\s*[[({][^\])}]*[\])}]\s*/g, (part) => (EDITION_WORDS.test(part) || PART.test(part) ? part : ' '))
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(VOLUMES_BEHIND, '')
  return { title: bare || title, year: year === undefined ? undefined : Number(year) }
}

/** “Steel_Garden”, “Steel.Garden.v01-12”, but not “Dr.Garden” or “G.A.R.D.E.N.” */
function withSpaces(name: string): string {
  const words = name.split('.')
  const isDotted = words.length > 2 && words.filter((word) => word.length > 2).length > 1
  return (isDotted ? words.join(' ') : name).replaceAll('_', ' ')
}

/** "Berserk v2" may be the second volume, the second run, or a series of that name. Undefined without such a number. */
export function withoutVolumeBehind(title: string): string | undefined {
  const bare = title.replace(VOLUME_BEHIND, '')
  return bare === title ? undefined : bare
}

/** “(Season 2)”, “[S2]”, “(Part II)”, “(2nd Season)”, “(第2期)”: another work than the first. */
const PART =
  /^\s*[[({](?:(?:season|saison|staffel|temporada|stagione|part|pt\.?|teil|partie|parte|book|arc|act|s) ?(?:\d{1,2}|[ivx]+|one|two|three|four|five)|(?:\d{1,2}(?:st|nd|rd|th|\.)|first|second|third|fourth|fifth) (?:season|series|part|staffel|arc|act)|第.{1,3}[期季部章])[\])}]/iu

const MARK = '(?:v|vols?\\.?|volumes?|tomes?|t|bde?\\.?|band|c|ch\\.?|chapters?|issues?|#)'
/** Which volumes or chapters a folder holds: “Berserk v01-41”, “Berserk 01-41”. */
const VOLUMES_BEHIND = new RegExp(`(?<=\\S)(?:[ _,-]+${MARK} ?#?\\d+|[ _]+0\\d+) ?[-–~] ?(?:v|#)?\\d+$`, 'iu')
const VOLUME_BEHIND = new RegExp(`(?<=\\S)[ _,-]+${MARK} ?\\d{1,4}$`, 'iu')
