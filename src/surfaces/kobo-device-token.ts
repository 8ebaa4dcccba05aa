import { createHash, randomBytes } from 'node:crypto'

/** Stands in the address of every request of a Kobo: long enough never to be guessed, kept only as a hash. */
export const makeKoboDeviceToken = (): string => randomBytes(16).toString('hex')
export const hashKoboDeviceToken = (token: string): string => createHash('sha256').update(token).digest('hex')
