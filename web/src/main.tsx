import '@fontsource-variable/inter/wght.css'
import '@fontsource/newsreader/400.css'
import '@fontsource/newsreader/500.css'
import './theme/components.css'
import './theme/fonts.css'
import './theme/tokens.css'
import './theme/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { preferredLanguage, switchLanguage } from './messages/t.ts'
import { clearOfflineDataOnUserChange } from './offline/clear-on-user-change.ts'
import { registerServiceWorker } from './offline/register-service-worker.ts'
import { reloadOnMissingChunk } from './offline/reload-on-missing-chunk.ts'

registerServiceWorker()
clearOfflineDataOnUserChange()
reloadOnMissingChunk()
const language = preferredLanguage()
// The first paint waits for translations only if the language isn't the built-in one. No `await`: the chunk of the
// translations imports this one.
if (language === 'en') draw()
else void switchLanguage(language).then(draw, draw)

function draw() {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
