/**
 * Encodes the last page a device received. Plain base64 of JSON: some devices refuse anything else. Tokens of the store
 * or of another server are never an error: they don't show what this server has sent to the device.
 */
export function encodeSyncToken(deviceId: number, page: number, storePage = 0): string {
  const data = { lectern: deviceId, page, ...(storePage > 0 && { store: storePage }) }
  return Buffer.from(JSON.stringify({ version: '1-1-0', data })).toString('base64')
}

export const pageInSyncToken = (deviceId: number, token: unknown): number | undefined =>
  numberIn(deviceId, token, 'page')

/** The last page with items of the store that the device received. */
export const storePageInSyncToken = (deviceId: number, token: unknown): number | undefined =>
  numberIn(deviceId, token, 'store')

function numberIn(deviceId: number, token: unknown, name: 'page' | 'store'): number | undefined {
  if (typeof token !== 'string' || token.length > 1000 || token.includes('.')) return undefined
  try {
    const { data } = JSON.parse(Buffer.from(token, 'base64').toString()) as {
      data?: { lectern?: unknown; page?: unknown; store?: unknown }
    }
    const isOurs = data?.lectern === deviceId && Number.isSafeInteger(data[name])
    return isOurs ? (data[name] as number) : undefined
  } catch {
    return undefined
  }
}
