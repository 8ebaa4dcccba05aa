import { wordTable } from './word-table.ts'
/** The minimum age of a rating, in years. Undefined if it is missing, pending or unknown. */
export function ageOfRating(written: string | undefined): number | undefined {
  const text = written?.trim().toLowerCase().replace(/\s+/g, ' ')
  if (!text) return undefined
  const named = ages[text]
  if (named !== undefined) return named
  const number =
    /^(?:age |ages |rated |pg-?|fsk ?|usk ?|pegi ?|r-?|ma-?)?(\d{1,2})\s*(?:\+|and up|or older|years?)?$/.exec(text)
  return number && Number(number[1]) <= 21 ? Number(number[1]) : undefined
}

/** The values of ComicInfo, MetronInfo, Mylar and publishers. */
const ages = wordTable<number>({
  everyone: 0,
  g: 0,
  'all ages': 0,
  all: 0,
  'early childhood': 3,
  'kids to adults': 6,
  pg: 8,
  'everyone 10+': 10,
  teen: 13,
  teens: 13,
  t: 13,
  'ma15+': 15,
  'teen plus': 15,
  't+': 15,
  'parental advisory': 15,
  m: 17,
  mature: 17,
  'mature 17+': 17,
  'mature readers': 17,
  'adults only 18+': 18,
  adult: 18,
  adults: 18,
  explicit: 18,
  max: 18,
  'r18+': 18,
  'x18+': 18,
  'suggested for mature readers': 17,
})
