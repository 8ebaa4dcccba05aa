import { assetUrl } from '../api/urls.ts'
import { retryOutboxOnReconnect } from './send-waiting-requests.ts'

/** Registers the service worker that answers offline. Only in the built app: a dev server changes too often. */
export function registerServiceWorker() {
  retryOutboxOnReconnect()
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  whenLoaded(() => {
    navigator.serviceWorker.register(assetUrl('sw.js'), { scope: assetUrl('') }).catch((error) => {
      console.warn('Offline reading is not available.', error)
    })
    void navigator.serviceWorker.ready.then(({ active }) => {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
      active?.postMessage({ languages: loaded.filter((url) => url.includes('/assets/language-')) })
    })
  })
}

/** The app is started by boot.js, sometimes only after the page has loaded: then the event never comes. */
function whenLoaded(start: () => void): void {
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}
