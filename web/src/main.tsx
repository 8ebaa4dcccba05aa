import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/newsreader/wght.css'
import './theme/components.css'
import './theme/tokens.css'
import './theme/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { chooseLanguage, preferredLanguage } from './messages/t.ts'
import { followSession } from './offline/follow-session.ts'
import { registerServiceWorker } from './offline/register-service-worker.ts'
import { reloadOnUpdate } from './offline/reload-on-update.ts'

registerServiceWorker()
followSession()
reloadOnUpdate()
const language = preferredLanguage()
// The first paint waits for the words only when they are not the built-in ones.
if (language !== 'en') await chooseLanguage(language)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
