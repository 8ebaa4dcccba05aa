import type { FastifyRequest } from 'fastify'

/** Sent by apps that record times while they are offline: their clock's time at sending. */
const DEVICE_TIME_HEADER = 'x-device-time'

/** A request may take some seconds; only a larger difference is a wrong clock. */
const TOLERATED_MS = 15_000

/**
 * Converts a device's time to this server's clock. A device whose clock is hours wrong would otherwise lose its
 * progress, or overwrite later progress from elsewhere.
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
