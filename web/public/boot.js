// Runs before the first paint, so that the page never flashes in the wrong theme. Kept as a file: the policy allows no inline script.
;(() => {
  const root = document.documentElement
  const kept = (key) => {
    try {
      return localStorage.getItem(key)
    } catch (_) {}
  }
  const language = kept('lectern-language')
  if (language) root.lang = language
  if (language === 'ar') root.dir = 'rtl'
  const choice = kept('lectern-theme') || 'auto'
  const dark = choice === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : choice !== 'paper'
  const theme = choice === 'auto' ? (dark ? 'lamp' : 'paper') : choice
  root.dataset.theme = theme
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  const meta = document.querySelector('meta[name="theme-color"]')
  if (meta) meta.content = { paper: '#FAF8F4', lamp: '#16140F', black: '#000000' }[theme] || '#FAF8F4'

  // What the app asks for first is asked for now: over a slow line the app itself takes seconds (web/src/api/early-requests.ts takes it up).
  const base = new URL('.', document.baseURI).pathname
  const path = `/${location.pathname.slice(base.length)}`
  const early = {}
  window.lecternEarly = early
  const ask = (what) => {
    const url = `${base}api/v1${what}`
    const headers = { accept: 'application/json', 'x-reasons': 'true' }
    early[url] = fetch(url, { credentials: 'same-origin', headers })
    return early[url].then((response) => response.clone().json()).catch(() => undefined)
  }

  const isOutside = /^\/(sign-in|register|welcome)\b/.test(path)
  let frame
  try {
    frame = JSON.parse(kept('lectern-frame'))
  } catch (_) {}
  root.dataset.shell = path.startsWith('/read/')
    ? 'none'
    : frame && !isOutside && path !== '/add-library'
      ? 'frame'
      : 'plain'
  if (frame?.folded) root.dataset.folded = ''

  // The files of the page that will be drawn, while those of the app itself are on their way: one wait instead of three.
  const files = JSON.parse(document.currentScript?.dataset.files || '{}')
  const inside = path === '/' ? 'home' : { series: 'series', books: 'book' }[path.split('/')[1]] || 'frame'
  const drawn = path.startsWith('/read/') ? [] : files[isOutside ? 'sign-in' : frame && inside] || []
  for (const file of [...(files[language] || []), ...drawn]) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    if (link.rel === 'preload') link.as = 'style'
    link.crossOrigin = ''
    link.href = base + file
    document.head.append(link)
  }
  if (!isOutside) ask('/auth/me')
  if (frame && !isOutside) {
    ask('/user/preferences')
    ask('/libraries')
  }

  // On the home page the first rows can be read and pressed before the app is there.
  const rows = path === '/' && frame ? frame.rows || [] : []
  const paint = (row, items) => {
    const list = document.querySelector(`.shell [data-row="${row}"]`)
    if (!list || !Array.isArray(items)) return
    if (items.length === 0) {
      list.previousElementSibling.remove()
      list.remove()
      return
    }
    const cards = items.slice(0, 12).map(({ link, title, colour }) => {
      const card = document.createElement('li')
      const cover = document.createElement('b')
      if (/^#[0-9a-f]{6}$/i.test(colour || '')) cover.style.background = colour
      const name = document.createElement('a')
      name.href = base + link
      name.dir = 'auto'
      name.textContent = title
      card.append(cover, name)
      return card
    })
    list.replaceChildren(...cards)
  }
  // Not when the page is ready: for that the browser waits for the app.
  const whenThere = (id, act) => {
    const found = document.getElementById(id)
    if (found) act(found)
    else requestAnimationFrame(() => whenThere(id, act))
  }
  const show = (row, answer, cards) =>
    answer.then((found) => whenThere('shell', () => paint(row, found && cards(found))))
  if (rows.includes('continue'))
    show('continue', ask('/books/in-progress?pageSize=24&covers=true'), ({ data }) =>
      data?.map(({ id, title, coverColor }) => ({ link: `books/${id}`, title, colour: coverColor })),
    )
  else if (path === '/' && frame) whenThere('shell', () => paint('continue', []))
  if (rows.includes('recentBooks'))
    show('recentBooks', ask('/home/recently-added?limit=24'), (all) =>
      all.map?.(({ series }) => ({ link: `series/${series.id}`, title: series.title, colour: series.coverColor })),
    )

  // The shell goes when the app has something to show. Styles alone are nothing to show.
  whenThere('root', (app) => {
    const look = () => {
      if (!app.querySelector(':scope > :not(style)')) return
      for (const shell of document.querySelectorAll('.shell')) shell.remove()
      delete root.dataset.shell
      watch.disconnect()
    }
    const watch = new MutationObserver(look)
    watch.observe(app, { childList: true })
    look()
  })
})()
