import { fetchWithRetry } from '../../../api/client.ts'
import { serverAddress } from '../../../api/urls.ts'
import type { ConnectionTest } from './app-guides.ts'

export type ConnectionResult = { result: 'works' | 'refused' | 'forbidden' | 'closed' | 'silent'; milliseconds: number }

/** Asks as the app would: with its own credential and without the session of this page. */
export async function testConnection({ path, headers }: ConnectionTest): Promise<ConnectionResult> {
  const start = performance.now()
  const since = () => Math.max(1, Math.round(performance.now() - start))
  try {
    const response = await fetchWithRetry(`${serverAddress()}${path}`, {
      headers,
      credentials: 'omit',
      cache: 'no-store',
    })
    return { result: resultOf(response.status), milliseconds: since() }
  } catch {
    return { result: 'silent', milliseconds: since() }
  }
}

function resultOf(status: number): ConnectionResult['result'] {
  if (status < 300) return 'works'
  if (status === 401) return 'refused'
  if (status === 403) return 'forbidden'
  return status === 404 ? 'closed' : 'silent'
}
