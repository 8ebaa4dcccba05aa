const MiB = 1024 * 1024

/** What a file may cost us. Always passed in; the defaults are the promise of the documentation. */
export interface Limits {
  /** Entries an archive may list. */
  archiveEntries: number
  /** Bytes one entry may unpack to. */
  entryBytes: number
  /** Unpacked to packed size of one entry, held against entries larger than `ratioFreeBytes`. */
  compressionRatio: number
  ratioFreeBytes: number
  /** Width × height of one image. */
  imagePixels: number
  /** Bytes of one XML document. */
  xmlBytes: number
  /** Time and memory for the analysis of one file. */
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
