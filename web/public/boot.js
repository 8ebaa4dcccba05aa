// Runs before the first paint, so that the page never flashes in the wrong theme. Kept as a file: the policy allows no inline script.
;(() => {
  var choice = 'auto'
  var language
  try {
    choice = localStorage.getItem('lectern-theme') || 'auto'
    language = localStorage.getItem('lectern-language')
    if (language) document.documentElement.lang = language
    if (language === 'ar') document.documentElement.dir = 'rtl'
  } catch (_) {}
  var dark = choice === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : choice !== 'paper'
  var theme = choice === 'auto' ? (dark ? 'lamp' : 'paper') : choice
  document.documentElement.dataset.theme = theme
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  var meta = document.querySelector('meta[name="theme-color"]')
  if (meta) meta.content = { paper: '#FAF8F4', lamp: '#16140F', black: '#000000' }[theme] || '#FAF8F4'
})()
