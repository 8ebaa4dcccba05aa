/**
 * Unifies how seasons are written, in an already normalised title: “2nd season”, “s2” and “第2期” become “season 2”.
 * “Season 1” is dropped: folders contain it where providers don't.
 */
export function normaliseSeasons(title: string): string {
  return title
    .replace(/^(.*\S) s(\d{1,2})$/u, '$1 season $2')
    .replace(/ ?第 ?(\d{1,2}) ?(?:期|季|シーズン)/gu, ' season $1')
    .replace(/ ?(?:シーズン|시즌) ?(\d{1,2})/gu, ' season $1')
    .replace(new RegExp(`(?<!\\p{L})${WORD} (\\S+)(?!\\p{L})`, 'gu'), (whole, count: string) => season(whole, count))
    .replace(new RegExp(`(?<!\\p{L})(\\S+) ${WORD}(?! \\d)(?!\\p{L})`, 'gu'), (whole, count: string) =>
      season(whole, count),
    )
    .replace(/(?<=\S) season 1$/u, '')
    .trim()
}

const WORD = '(?:season|saison|staffel|temporada|stagione|sezon|сезон)'

function season(whole: string, count: string): string {
  const number = /^(\d{1,2})(?:st|nd|rd|th|e|eme|a|o)?$/.exec(count)?.[1] ?? COUNTS.get(count)
  return number === undefined ? whole : `season ${number}`
}

const COUNTS = new Map(
  [
    ['one', 'first', 'erste', 'premiere', 'primera', 'primeira', 'prima', 'первыи'],
    ['two', 'second', 'zweite', 'deuxieme', 'segunda', 'seconda', 'второи'],
    ['three', 'third', 'dritte', 'troisieme', 'tercera', 'terceira', 'terza', 'третии'],
    ['four', 'fourth', 'vierte', 'quatrieme', 'cuarta', 'quarta'],
    ['five', 'fifth', 'funfte', 'cinquieme', 'quinta'],
  ].flatMap((words, index) => words.map((word) => [word, String(index + 1)] as const)),
)
