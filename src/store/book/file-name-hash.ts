import { createHash } from 'node:crypto'

/** MD5 of a file's name. KOReader can be configured to identify documents by it instead of by their content. */
export const md5OfFileName = (fileName: string): string => createHash('md5').update(fileName).digest('hex')

/** Its first 48 bits as a number: an index of eight bytes per book finds the few candidates. */
export const fileNameHash = (fileName: string): number => fileNameHashFromMd5(md5OfFileName(fileName))

export const fileNameHashFromMd5 = (md5: string): number => Number.parseInt(md5.slice(0, 12), 16)
