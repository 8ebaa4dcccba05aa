import { EDITION_WORDS } from './edition-words.ts'

/** "Berserk v01-41 (2003) [Digital]" is searched for as "Berserk", "Berserk (Deluxe Edition)" as it is. */
export function parseTitleForSearch(title: string): { title: string; year: number | undefined } {
  const year = YEAR.exec(title)?.[1]
  const bare = withSpaces(title)
    .replace(/\s*[[({（【][^\])}）】]*[\])}）】]\s*/gu, (part) =>
      EDITION_WORDS.test(part) || PART.test(part) ? part : ' ',
    )
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(COMPLETE_BEHIND, '')
    .replace(LIGHT_NOVEL_BEHIND, '')
    .replace(VOLUMES_BEHIND, '')
    .replace(COUNTED_BEHIND, '')
  return { title: withoutFirstVolume(bare) || title, year: year === undefined ? undefined : Number(year) }
}

/** Keeps “[Webtoon]”, by which a series is told from the comic of its name. “(Manga)” tells nothing. */
export function titleWithForm(name: string): string {
  const { title } = parseTitleForSearch(name)
  return WEBTOON.test(name) ? `${title} [Webtoon]` : title
}

/** “Steel_Garden”, “Steel.Garden.v01-12”, but not “Dr.Garden” or “G.A.R.D.E.N.” */
export function withSpaces(name: string): string {
  const words = /\s/.test(name.trim()) ? [name] : name.split('.')
  const isDotted = words.length > 2 && words.filter((word) => word.length > 2).length > 1
  return (isDotted ? words.join(' ') : name).replaceAll('_', ' ')
}

/** “Garden_v01-v09” is “Garden”. */
export const withoutVolumes = (title: string): string => title.replace(VOLUMES_BEHIND, '')

/** “Garden v1” is the first volume, or the first run: both are just called “Garden”. */
export const withoutFirstVolume = (title: string): string => title.replace(TRAILING_FIRST_VOLUME, '')

/** "Berserk v2" may be the second volume, the second run, or a series of that name. Undefined without such a number. */
export function withoutTrailingVolume(title: string): string | undefined {
  const bare = title.replace(TRAILING_VOLUME, '')
  return bare === title ? undefined : bare
}

/** “(Season 2)”, “[S2]”, “(Part II)”, “(2nd Season)”, “(第2期)”: another work than the first. */
const PART =
  /^\s*[[({](?:(?:season|saison|staffel|temporada|stagione|part|pt\.?|teil|partie|parte|book|arc|act|s) ?(?:\d{1,2}|[ivx]+|one|two|three|four|five)|(?:\d{1,2}(?:st|nd|rd|th|\.)|first|second|third|fourth|fifth) (?:season|series|part|staffel|arc|act)|第.{1,3}[期季部章])[\])}]/iu

/** “(1994)”, “(1994-1998)”, “(North Press, 1994)”. */
const YEAR = /[([](?:[^\])]*, )?(1[89]\d\d|20\d\d)[^\])]{0,6}[)\]]/
const WEBTOON = /[[({（【]webtoon[\])}）】]/iu
const MARK = '(?:v|vols?\\.?|volumes?|tomes?|t|bde?\\.?|band|c|ch\\.?|chapters?|issues?|#)'
/** Which volumes or chapters a folder holds: “Berserk v01-41”, “Berserk 01-41”, “Berserk T01 à T41”, “Berserk 41 tomes”. */
const VOLUMES_BEHIND = new RegExp(
  `(?<=\\S)(?:[ _,-]+${MARK} ?#?\\d+|[ _]+0\\d+)(?: ?[-–~] ?| (?:à|to|bis|al?) )(?:${MARK} ?)?\\d+$|(?<=\\S)[ _,-]+\\d+ (?:volumes|vols\\.?|tomes|tomos|volumi|bände)$`,
  'iu',
)
/** “Garden - Complete” */
const COMPLETE_BEHIND = /(?<=\S)\s+[-–—]\s+(?:complete[ds]?|complet|komplett|completo|completa|完結)$/iu
/** “Garden - Light Novel”: as in brackets. */
const LIGHT_NOVEL_BEHIND = /(?<=\S)\s+[-–—]\s+(?:light|web) novels?$/iu
/** The same in East Asia: “全12巻”, “第01-12巻”, “1-12권”. */
const COUNTED_BEHIND = /(?<=\S)[ _]*(?:[全共]\d+|第?\d+ ?[-–~～] ?第?\d+)[巻卷冊册話话回권화](?:完結?|完)?$/u
const TRAILING_FIRST_VOLUME = /(?<=\S)[ _,-]+(?:v|vols?\.?|volumes?) ?0*1(?=$|\s*[[({（【])/iu
const TRAILING_VOLUME = new RegExp(`(?<=\\S)[ _,-]+${MARK} ?\\d{1,4}$`, 'iu')
