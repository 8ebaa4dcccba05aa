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

async function search() {
  const query = field.value.trim()
  const found = query === '' ? [] : rankSections(await loadSections(), query)
  // Somebody may have typed on while the sections were loading.
  if (query !== field.value.trim()) return
  const items = found.map(itemFor)
  if (query !== '' && items.length === 0) items.push(nothingFound())
  results.replaceChildren(...items)
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
  if (heading && heading !== page) {
    const where = document.createElement('small')
    where.textContent = page
    link.append(where)
  }
  item.append(link)
  return item
}

field.addEventListener('focus', loadSections)
field.addEventListener('input', search)
/** From the field to the results and among them; Enter in the field opens the best. */
document.querySelector('.search').addEventListener('keydown', async (event) => {
  if (event.isComposing) return
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step) {
    const stops = [field, ...results.querySelectorAll('a')]
    event.preventDefault()
    stops[stops.indexOf(document.activeElement) + step]?.focus()
  } else if (event.key === 'Enter' && event.target === field) {
    await search()
    results.querySelector('a')?.click()
  }
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    if (results.contains(document.activeElement)) field.focus()
    field.value = ''
    search()
  } else if (event.key === '/' && document.activeElement !== field && !event.ctrlKey && !event.metaKey) {
    event.preventDefault()
    field.focus()
  }
})
