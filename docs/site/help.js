// Search and the choice of light or dark. The pages can be read without either.
const root = document.documentElement
const base = new URL('.', document.currentScript.src)

const stored = localStorage.getItem('lectern-help-theme')
if (stored) root.dataset.theme = stored

document.querySelector('#theme').addEventListener('click', () => {
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = isDark ? 'light' : 'dark'
  localStorage.setItem('lectern-help-theme', root.dataset.theme)
})

const field = document.querySelector('#search')
const results = document.querySelector('#results')
let loading

/** Fetched when somebody begins to type: the first page stays small. */
function loadSections() {
  loading ??= fetch(new URL('search.json', base)).then((answer) => answer.json())
  return loading
}

function plain(text) {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

async function search() {
  const words = plain(field.value).split(/\s+/).filter(Boolean)
  const sections = words.length > 0 ? await loadSections() : []
  const scored = sections.map((section) => ({ section, ...scoreOf(section, words) }))
  const most = Math.max(0, ...scored.map(({ count }) => count))
  const found = scored
    .filter(({ count }) => count > 0 && count === most)
    .sort((a, b) => b.score - a.score)
    .slice(0, 10)
  const items = found.map(({ section }) => itemFor(section))
  if (words.length > 0 && items.length === 0) items.push(nothingFound())
  results.replaceChildren(...items)
}

/** How many of the words are there, which counts first: people ask in sentences. Then titles count most. */
function scoreOf({ page, heading, text }, words) {
  let count = 0
  let score = 0
  for (const word of words) {
    const worth = plain(page).includes(word) ? 5 : plain(heading).includes(word) ? 3 : plain(text).includes(word) ? 1 : 0
    if (worth > 0) count += 1
    score += worth
  }
  return { count, score }
}

function nothingFound() {
  const item = document.createElement('li')
  item.textContent = 'Nothing found. Try another word.'
  return item
}

function itemFor({ page, heading, path }) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = new URL(path, base)
  link.textContent = heading || page
  const where = document.createElement('small')
  where.textContent = page
  link.append(where)
  item.append(link)
  return item
}

field.addEventListener('focus', loadSections)
field.addEventListener('input', search)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    field.value = ''
    search()
  } else if (event.key === '/' && document.activeElement !== field) {
    event.preventDefault()
    field.focus()
  }
})
