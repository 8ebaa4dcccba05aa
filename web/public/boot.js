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

  // What the app asks for first is asked for now: over a slow line the app itself takes seconds (web/src/api/prefetched-responses.ts takes it up).
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
  // Only to be shown: the app asks once more, and is told what changed since from then on. The browser has its copy.
  const peek = (what) => {
    const answer = ask(what)
    delete early[`${base}api/v1${what}`]
    return answer
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

  const isStranger = isOutside || !frame
  const files = JSON.parse(document.currentScript?.dataset.files || '{}')
  const [, kind, id] = path.split('/')
  const inside = path === '/' ? 'home' : { series: 'series', books: 'book' }[kind] || 'frame'
  const filesOf = (page) => (path.startsWith('/read/') ? [] : files[page] || [])
  /** When the page is read, which is soon: no file of the app is in it. */
  const whenRead = (act) => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', act, { once: true })
    else act()
  }
  const add = (place, tag, attributes) =>
    place.append(Object.assign(document.createElement(tag), { crossOrigin: '', ...attributes }))
  const isStyle = (file) => file.endsWith('.css')

  // The files of the app and of the page that will be drawn, all at once: one wait instead of three. The app runs when its
  // styles are there. They stand at the end, behind those of the pages.
  const preload = (names) => {
    for (const file of names)
      add(document.head, 'link', {
        rel: isStyle(file) ? 'preload' : 'modulepreload',
        as: isStyle(file) ? 'style' : 'script',
        href: base + file,
      })
  }
  const load = () => {
    const start = files.start || []
    preload([...start, ...(files[language] || [])])
    if (isOutside) preload(filesOf('sign-in'))
    else if (frame) preload(filesOf(inside))
    const run = () => {
      for (const file of start)
        if (!isStyle(file)) add(document.body, 'script', { type: 'module', async: false, src: base + file })
    }
    whenRead(() => {
      const styles = start.filter(isStyle).map(
        (file) =>
          new Promise((done) => {
            add(document.body, 'link', { rel: 'stylesheet', href: base + file, onload: done, onerror: done })
          }),
      )
      Promise.all(styles).then(run)
    })
  }

  // The fields to sign in, in the reader's language, while the app is on its way. It takes over what was typed and sent.
  const askWho = () =>
    whenRead(() => {
      const form = document.querySelector('.shell-form')
      const labels = JSON.parse(form?.dataset.labels || '{}')
      const known = Object.keys(labels)
      const tags = [language, ...navigator.languages].flatMap((tag) => {
        try {
          const { language: spoken, script } = new Intl.Locale(tag).maximize()
          return known.filter((one) => one === `${spoken}-${script}` || one.split('-')[0] === spoken)
        } catch (_) {
          return []
        }
      })
      const [tag = 'en'] = tags
      const texts = labels[tag]
      if (!texts || !root.dataset.shell) return
      form.lang = tag
      form.querySelectorAll('h1, span, button').forEach((place, at) => {
        place.textContent = texts[at]
      })
      form.onsubmit = () => {
        form.dataset.sent = ''
        return false
      }
      root.dataset.shell = 'form'
    })

  const isSlow = performance.now() > 400 && !navigator.serviceWorker?.controller
  const askAll = (...paths) => paths.forEach((each) => void ask(each))
  const asked = []
  if (path.startsWith('/sign-in')) askWho()
  if (!isOutside) asked.push(ask('/auth/me'))
  if (isOutside) askAll('/auth/oidc/providers', '/auth/options')
  else if (frame) askAll('/user/preferences', '/libraries')
  else {
    // Whoever was never here may have to sign in first.
    const setup = ask('/setup/status')
    const known = asked[0].then((me) => {
      if (me?.id) askAll('/user/preferences', '/libraries')
      else askAll('/auth/oidc/providers', '/auth/options')
      if (!me?.id) setup.then((state) => state?.setupRequired === false && askWho())
      // Signed in elsewhere, as with single sign-on: what others see on their second visit.
      if (me?.id && isSlow) {
        root.dataset.shell = 'frame'
        return showFirst(['continue', 'recentBooks']).then(() => preload(filesOf(inside)))
      }
      preload(filesOf(me?.id ? inside : 'sign-in'))
    })
    asked.push(known)
  }

  // The first rows of the home page, and what a series or a book is called, can be read and pressed before the app is there.
  const paintTitle = (title) => {
    const place = document.querySelector('.shell-name')
    if (!place || !title) return
    const heading = document.createElement('h1')
    heading.dir = 'auto'
    heading.textContent = title
    place.replaceWith(heading)
  }
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
  const asCard = ({ id, title, coverColor }) => ({ link: `books/${id}`, title, colour: coverColor })
  function showFirst(rows) {
    const shown = []
    const show = (row, answer, cards) =>
      shown.push(answer.then((found) => whenRead(() => paint(row, found && cards(found)))))
    const showTitle = (answer, titleOf) =>
      shown.push(answer.then((found) => whenRead(() => found && paintTitle(titleOf(found)))))
    if (id && kind === 'series') {
      whenRead(() => paint('continue', []))
      showTitle(peek(`/series/${id}/full`), ({ metadata }) => metadata?.title)
      show('recentBooks', peek(`/series/${id}/books?page=1&pageSize=500&covers=true`), ({ data }) => data?.map(asCard))
    }
    if (id && kind === 'books') {
      whenRead(() => paint('continue', []))
      const answer = peek(`/books/${id}?fileVersion=true`)
      showTitle(answer, ({ book }) => book?.title)
      show('recentBooks', answer, ({ book }) => book && [{ ...asCard(book), link: `read/${id}` }])
    }
    if (path !== '/') return Promise.all(shown)
    if (rows.includes('continue'))
      show('continue', ask('/books/in-progress?pageSize=24&covers=true'), ({ data }) => data?.map(asCard))
    else whenRead(() => paint('continue', []))
    if (rows.includes('recentBooks'))
      show('recentBooks', ask('/home/recently-added?limit=24'), (all) =>
        all.map?.(({ series }) => ({ link: `series/${series.id}`, title: series.title, colour: series.coverColor })),
      )
    return Promise.all(shown)
  }
  if (!isStranger) asked.push(showFirst(frame.rows || []))

  // Over a slow line what can be read comes before the app, which would take the line for seconds.
  if (isSlow) {
    // So do covers before fonts.
    root.dataset.fonts = 'later'
    const fonts = () => ['1em "Inter Variable"', '500 1em "Newsreader"'].map((font) => document.fonts.load(font))
    setTimeout(() => Promise.all(fonts()).finally(() => delete root.dataset.fonts), 12_000)
  }
  if (isSlow && asked.length > 1)
    Promise.race([Promise.all(asked), new Promise((over) => setTimeout(over, 1500))]).then(load, load)
  else load()

  // The shell goes when the app has something to show. Styles alone are nothing to show.
  whenRead(() => {
    const app = document.getElementById('root')
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
