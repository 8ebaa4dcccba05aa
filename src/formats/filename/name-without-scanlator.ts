/**
 * "Asura Scans_Chapter 112", "Official_Vol.3 Ch.17 - Winter": Mihon and Tachiyomi begin a chapter's name with who
 * translated it, in a folder that names the series. Names that have underscores in place of spaces don't, and
 * "Vol 3_Ch 12" begins with a number of its own.
 */
export function nameWithoutScanlator(stem: string): string {
  return stem.includes(' ') ? stem.replace(SCANLATOR, '') : stem
}

const SCANLATOR =
  /^(?![^_]*(?<!\p{L})(?:vol(?:ume)?|v|season|s)[. ]{0,2}\d)[^_]{1,80}_(?=(?:vol(?:ume)?|ch(?:apter)?|ep(?:isode)?|season)[. ]{1,2}\d)/iu
