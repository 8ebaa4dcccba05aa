// Which sections answer a query, best first. Loaded before help.js; a test asks it what people ask.

const fillers = new Set(
  'a an and are at be can do does for from get have how i in is it my of on or the there to up use what when where which why with you your'.split(
    ' ',
  ),
)

// biome-ignore lint/correctness/noUnusedVariables: help.js uses it.
function rankSections(sections, query) {
  const asked = foldWords(query)
    .split(/[^\p{L}\p{N}+]+/u)
    .filter(Boolean)
  const telling = asked.filter((word) => !fillers.has(word))
  const terms = (telling.length > 0 ? telling : asked).map(termOf)
  const scored = sections.map((section) => ({ section, ...scoreOf(section, terms) }))
  // How many of the words are there counts first: people ask in sentences.
  const most = Math.max(0, ...scored.map(({ count }) => count))
  return scored
    .filter(({ count }) => count > 0 && count === most)
    .sort((a, b) => b.score - a.score)
    .slice(0, 10)
    .map(({ section }) => section)
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

/** Titles count most, and the word as it was typed more than another form of it. */
function scoreOf({ page, heading, text }, terms) {
  const places = [
    [foldWords(page), 10],
    [foldWords(heading), 6],
    [foldWords(text), 2],
  ]
  let count = 0
  let score = 0
  for (const { stem, whole } of terms) {
    let worth = 0
    for (const [words, weight] of places) if (stem.test(words)) worth += weight + (whole.test(words) ? 1 : 0)
    if (worth > 0) count += 1
    score += worth
  }
  return { count, score }
}
