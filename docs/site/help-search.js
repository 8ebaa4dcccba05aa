// Which sections answer a query, best first. Loaded before help.js; a test asks it what people ask.

const fillers = new Set(
  'a an and are at be can cannot could did do does doesn don fail failed failing fails for from get got have help how i if in is isn it keeps me my not of on or please s so t that the there this to up use want was what when where which why will with won work working works you your'.split(
    ' ',
  ),
)

/** What people type, and how the pages say it. */
const otherWords = {
  account: ['user'],
  adult: ['age limit'],
  certificate: ['https'],
  denied: ['permission'],
  eacces: ['permission'],
  family: ['people'],
  forget: ['forgot'],
  forgotten: ['forgot'],
  hang: ['slow'],
  kid: ['child'],
  kids: ['child'],
  lag: ['slow'],
  ldap: ['single sign-on'],
  letsencrypt: ['https'],
  login: ['sign in'],
  logon: ['sign in'],
  lost: ['forgot', 'missing'],
  migrate: ['moving'],
  migration: ['moving'],
  oauth: ['single sign-on'],
  quick: ['fast'],
  refresh: ['new files', 'scan'],
  rescan: ['new files', 'scan'],
  signin: ['sign in'],
  speed: ['fast', 'slow'],
  ssl: ['https'],
  sso: ['single sign-on'],
  thumbnail: ['cover'],
  tls: ['https'],
  trash: ['missing', 'delete'],
  uninstall: ['remove lectern'],
  update: ['upgrade'],
  updating: ['upgrade'],
}

// biome-ignore lint/correctness/noUnusedVariables: help.js uses it.
function rankSections(sections, query) {
  const asked = foldWords(query)
    .replace(/\b(log|sign)(?:ging|ned|ing)?[ -](in|on)\b/g, '$1$2')
    .split(/[^\p{L}\p{N}+]+/u)
    .filter(Boolean)
  const telling = asked.filter((word) => !fillers.has(word))
  const vocabulary = vocabularyOf(sections)
  const terms = (telling.length > 0 ? telling : asked).map((word) => {
    const others = Object.hasOwn(otherWords, word) ? otherWords[word] : []
    return [others.length > 0 ? word : knownWordFor(word, vocabulary), ...others].map(termOf)
  })
  const scored = sections.map((section) => {
    const { count, score } = scoreOf(section, terms)
    return { section, count, score: isForFew(section) ? score / 2 : score }
  })
  // How many of the words are there counts first: people ask in sentences.
  const most = Math.max(0, ...scored.map(({ count }) => count))
  return scored
    .filter(({ count }) => count > 0 && count === most)
    .sort((a, b) => b.score - a.score)
    .slice(0, 10)
    .map(({ section }) => section)
}

/** Measurements, formats and translating come after what everybody needs. */
function isForFew({ path }) {
  return /^(?:api\/export|performance|translating)/.test(path)
}

function foldWords(text) {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Words count from their beginning, so that "pi" is not in "API"; and in every form: "move" finds "moving". */
function termOf(word) {
  const stem = word.length > 3 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word
  const starting = (text) => new RegExp(`(?<![\\p{L}\\p{N}])${text.replace(/\+/g, '\\+')}`, 'u')
  return { stem: starting(stem.length > 2 ? stem : word), whole: starting(word) }
}

/** The words of all sections, each with how often it is there. */
function vocabularyOf(sections) {
  const counts = new Map()
  for (const { page, heading, text } of sections)
    for (const [word] of foldWords(`${page} ${heading} ${text}`).matchAll(/\p{L}{4,}/gu))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** A word that no section has is taken for the most frequent one that is a slip of the finger away. */
function knownWordFor(word, vocabulary) {
  const { stem } = termOf(word)
  if (word.length < 4) return word
  let best = word
  for (const [other, count] of vocabulary) {
    if (stem.test(other)) return word
    if (isOneSlipAway(word, other) && count > (vocabulary.get(best) ?? 0)) best = other
  }
  return best
}

/** One letter too many, too few or another one, or two that changed places. */
function isOneSlipAway(word, other) {
  const [short, long] = word.length <= other.length ? [word, other] : [other, word]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1)
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at]
  return short.slice(at + 1) === long.slice(at + 1) || (isSwapped && short.slice(at + 2) === long.slice(at + 2))
}

/** Titles count most, and the word as it was typed more than another form of it. */
function scoreOf({ page, heading, text }, terms) {
  const places = [
    [foldWords(page), 10],
    [foldWords(heading), 6],
    [foldWords(text), 2],
  ]
  let count = 0
  let score = 0
  for (const alternatives of terms) {
    const worths = alternatives.map(({ stem, whole }) => {
      let sum = 0
      for (const [words, weight] of places) if (stem.test(words)) sum += weight + (whole.test(words) ? 1 : 0)
      return sum
    })
    const worth = Math.max(...worths)
    if (worth > 0) count += 1
    score += worth
  }
  return { count, score }
}
