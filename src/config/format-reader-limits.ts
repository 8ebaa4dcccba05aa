import type { Limits } from '../formats/limits.ts'
import type { Config } from './settings.ts'

/** The configured limits in the format readers' terms. */
export function formatReaderLimitsOf({ limits }: Config): Limits {
  return {
    archiveEntries: limits.archive_entries,
    entryBytes: limits.entry_bytes,
    compressionRatio: limits.compression_ratio,
    ratioFreeBytes: limits.compression_ratio_from_bytes,
    imagePixels: limits.image_pixels,
    xmlBytes: limits.xml_bytes,
    analysisMilliseconds: limits.analysis_seconds * 1000,
    analysisBytes: limits.analysis_bytes,
  }
}
