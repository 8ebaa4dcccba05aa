/**
 * Which page of answers a device got last. Plain base64 of JSON: some devices refuse anything else. Tokens of the store
 * or of another server are never an error: they say nothing about what this server has told the device.
 */
export function writeSyncToken(deviceId: number, page: number): string {
  return Buffer.from(JSON.stringify({ version: '1-1-0', data: { lectern: deviceId, page } })).toString('base64')
}

export function readSyncToken(deviceId: number, token: unknown): number | undefined {
  if (typeof token !== 'string' || token.length > 1000 || token.includes('.')) return undefined
  try {
    const { data } = JSON.parse(Buffer.from(token, 'base64').toString()) as {
      data?: { lectern?: unknown; page?: unknown }
    }
    const isOurs = data?.lectern === deviceId && Number.isSafeInteger(data.page)
    return isOurs ? (data.page as number) : undefined
  } catch {
    return undefined
  }
}
