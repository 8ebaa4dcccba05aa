import type { FastifyRequest } from 'fastify'

/** Said by apps that keep times while they are offline: what their clock shows as they send. */
const DEVICE_TIME_HEADER = 'x-device-time'

/** A request may be on its way for some seconds; only more than this is a wrong clock. */
const TOLERATED_MS = 15_000

/**
 * A time from a device, by the clock of this server. A device whose clock is hours wrong would otherwise lose what was
 * read on it, or overwrite what was read later elsewhere.
 */
export function correctDeviceTime(request: Pick<FastifyRequest, 'headers'>, time: string): number
export function correctDeviceTime(
  request: Pick<FastifyRequest, 'headers'>,
  time: string | undefined,
): number | undefined
export function correctDeviceTime({ headers }: Pick<FastifyRequest, 'headers'>, time: string | undefined) {
  if (time === undefined) return undefined
  const at = Date.parse(time)
  const ahead = Date.parse(String(headers[DEVICE_TIME_HEADER])) - Date.now()
  return Math.abs(ahead) > TOLERATED_MS ? at - ahead : at
}
