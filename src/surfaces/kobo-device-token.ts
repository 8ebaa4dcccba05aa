import { createHash, randomBytes } from 'node:crypto'

/** Part of the URL of every request of a Kobo: too long to be guessed, stored only as a hash. */
export const makeKoboDeviceToken = (): string => randomBytes(16).toString('hex')
export const hashKoboDeviceToken = (token: string): string => createHash('sha256').update(token).digest('hex')
