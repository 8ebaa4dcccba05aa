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
  const found = sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 10)
  results.replaceChildren(...found.map(({ section }) => itemFor(section)))
}

/** Every word must be there; titles count most. */
function scoreOf({ page, heading, text }, words) {
  let score = 0
  for (const word of words) {
    if (plain(page).includes(word)) score += 5
    else if (plain(heading).includes(word)) score += 3
    else if (plain(text).includes(word)) score += 1
    else return 0
  }
  return score
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
