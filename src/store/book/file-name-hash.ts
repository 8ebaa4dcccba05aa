import { createHash } from 'node:crypto'

/** MD5 of a file's name, by which KOReader can be told to know its documents instead of by their content. */
export const md5OfName = (fileName: string): string => createHash('md5').update(fileName).digest('hex')

/** The first 48 bits of it as a number: an index of eight bytes a book finds the few candidates. */
export const nameHash = (fileName: string): number => nameHashOf(md5OfName(fileName))

export const nameHashOf = (md5: string): number => Number.parseInt(md5.slice(0, 12), 16)
