const MiB = 1024 * 1024

/** Resource limits for reading a file. Always passed in; the defaults are the documented ones. */
export interface Limits {
  /** Maximum number of entries in an archive. */
  archiveEntries: number
  /** Maximum unpacked size of one entry. */
  entryBytes: number
  /** Maximum ratio of unpacked to packed size, checked for entries larger than `ratioFreeBytes`. */
  compressionRatio: number
  ratioFreeBytes: number
  /** Maximum width × height of one image. */
  imagePixels: number
  /** Maximum size of one XML document. */
  xmlBytes: number
  /** Maximum time and memory for the analysis of one file. */
  analysisMilliseconds: number
  analysisBytes: number
}

export const defaultLimits: Limits = {
  archiveEntries: 20_000,
  entryBytes: 512 * MiB,
  compressionRatio: 200,
  ratioFreeBytes: 10 * MiB,
  imagePixels: 200_000_000,
  xmlBytes: 16 * MiB,
  analysisMilliseconds: 120_000,
  analysisBytes: 1024 * MiB,
}
