export type Connection = { saveData?: boolean; effectiveType?: string }

/** On metered or slow connections, what may never be read isn't loaded. */
export function isDataSaverOn(connection = (navigator as { connection?: Connection }).connection): boolean {
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}
