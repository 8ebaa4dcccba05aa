import { assetUrl } from '../api/base.ts'
import { tendOutbox } from './outbox.ts'

/** The helper in the background that answers without a connection. Only in the built app: a dev server changes too often. */
export function prepareOffline() {
  tendOutbox()
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  addEventListener('load', () => {
    navigator.serviceWorker.register(assetUrl('sw.js'), { scope: assetUrl('') }).catch((error) => {
      console.warn('Offline reading is not available.', error)
    })
  })
}
