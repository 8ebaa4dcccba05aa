import { foldLetters } from '../../store/text/fold-letters.ts'
import { withEditionUnified } from './edition-words.ts'
import { normaliseSeasons } from './normalise-seasons.ts'

/** Removes differences that don't matter: case, accents, punctuation, articles, brackets and “the manga”. */
export function normaliseTitle(title: string): string {
  const plain = withEditionUnified(foldLetters(title))
    .replace(ARTICLE_BEHIND, '')
    .replace(ELIDED_ARTICLE, '')
    .replace(TRAILING_FORM, '')
    .replace(NOVEL_BEHIND, '')
    .replace(A_NOVEL_BEHIND, '')
    .replace(/[[({（【][^\])}）】]*[\])}）】]/gu, (part) => (/\d{4}/.test(part) || part.length > 24 ? ' ' : part))
    .replace(/&/g, ' and ')
    .replace(/×/g, ' x ')
    .replace(/['’`´]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(ARTICLE, '')
    .replace(/(?<=\S (?:omnibus|deluxe|collectors|anniversary)) edition$/u, '')
    .replace(COUNTED_PART, (_, part: string, count: string) => `${part} ${COUNTS.indexOf(count) + 1}`)
    .replace(COUNT_BEHIND, (_, count: string) => ` ${COUNTS.indexOf(count) + 1}`)
    .replace(COUNT_IN_FRONT, (_, count: string) => `${COUNTS.indexOf(count) + 1} `)
    .split(' ')
    .map((word) => SAME_WORDS.get(word) ?? word)
    .join(' ')
  return normaliseSeasons(plain)
}

/** “The Lantern” for “Lantern, The”: few providers find a title by its sort title. */
export const withLeadingArticle = (title: string): string =>
  title.replace(ARTICLE_AT_END, (_, rest: string, behind?: string, inBrackets?: string) => {
    const article = behind ?? inBrackets!
    return /['’]$/u.test(article) ? `${article}${rest}` : `${article} ${rest}`
  })

/** “A Lantern” may be the same as “Lantern”, but hardly as “The Lantern”. */
export const leadingArticle = (title: string): string | undefined => ARTICLE.exec(foldLetters(title).trim())?.[0]

/** “Seven Ravens” for “7 Ravens”, and the other way round. */
export function withOtherNumeral(title: string): string {
  const written = NUMBER_IN_FRONT.exec(title)?.[1]
  const count = written === undefined ? undefined : COUNTS[Number(written) - 1]
  if (count !== undefined) return `${count[0]!.toUpperCase()}${count.slice(1)}${title.slice(written!.length)}`
  const word = /^\p{L}+(?= \S)/u.exec(title)?.[0] ?? ''
  const number = COUNTS.indexOf(word.toLowerCase()) + 1
  return number > 1 ? `${number}${title.slice(word.length)}` : title
}

/** “Garden: The Manga”, “Garden [Webtoon]”: the title with its form added, to distinguish it from another work. */
export const namesForm = (title: string): boolean => TRAILING_FORM.test(foldLetters(title))

/** Unifies romanisations of Japanese: “Bōken Ō”, already folded to “boken o”, and “Bouken Oh”. Removes spaces, too. */
export const bareLetters = (normalised: string): string =>
  normalised
    .replace(/o(?:[uo]|h(?![aeiou]))+/g, 'o')
    .replaceAll('uu', 'u')
    .replaceAll('aa', 'a')
    .replaceAll(' ', '')

/** The same for each word, with spaces. */
export const bareWords = (normalised: string): string => normalised.split(' ').map(bareLetters).join(' ')

const TRAILING_FORM = /(?<=\S)(?:\s*[:([–—]\s*|\s+-\s+)(?:the )?(?:manga|manhwa|manhua|comic|webtoon)[)\]]?$/u
/** “Garden (Light Novel)”: whether it is one is compared apart from the title. */
const NOVEL_BEHIND = /(?<=\S)\s*[[(（【](?:(?:light|web) )?(?:novels?|ln|wn|小説|소설|小说)[)\]）】]$/u
/** “Garden: A Novel”, as covers have it. */
const A_NOVEL_BEHIND = /(?<=\S)(?:\s*[:,–—]|\s+-)?\s+a novel$/u
const ARTICLES = 'the|a|an|der|die|das|le|la|les|el|los|il'
const ARTICLE = new RegExp(`^(?:${ARTICLES}) (?=\\S)`, 'u')
/** “Lantern, The” and “Lanterne (La)”, also before a bracket. */
const ARTICLE_BEHIND = new RegExp(`(?:, (?:${ARTICLES}|l['’])| \\((?:${ARTICLES}|l['’])\\))(?=$| [([])`, 'u')
const ARTICLE_AT_END = new RegExp(`^(.+?)(?:, (${ARTICLES}|l['’])| \\((${ARTICLES}|l['’])\\))$`, 'iu')
/** “L’Étoile”: an article without a space. */
const ELIDED_ARTICLE = /^l['’](?=\p{L})/u

const COUNTS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
/** “Part Two” is “Part 2”; “For Two” stays as it is. */
const COUNTED_PART = new RegExp(`\\b(part|book|volume|vol|act|arc|chapter) (${COUNTS.join('|')})\\b`, 'gu')
/** “Garden Two”; “The Chosen One” isn't a first one. */
const COUNT_BEHIND = new RegExp(`(?<=\\S) (${COUNTS.slice(1).join('|')})$`, 'u')
/** “Seven Ravens” is also written “7 Ravens”; nobody writes “1 Piece”. */
const COUNT_IN_FRONT = new RegExp(`^(${COUNTS.slice(1).join('|')}) (?=\\S)`, 'u')
const NUMBER_IN_FRONT = /^(\d{1,2}) (?=\S)/u

const SAME_WORDS = new Map([
  ['ii', '2'],
  ['iii', '3'],
  ['iv', '4'],
  ['v', '5'],
  ['vi', '6'],
  ['vii', '7'],
  ['viii', '8'],
  ['ix', '9'],
  ['pt', 'part'],
  ['versus', 'vs'],
  ['dr', 'doctor'],
  ['mr', 'mister'],
  ['st', 'saint'],
])
