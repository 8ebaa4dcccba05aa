/**
 * "Asura Scans_Chapter 112", "Official_Vol.3 Ch.17 - Winter": Mihon and Tachiyomi begin a chapter's name with who
 * translated it, in a folder that names the series. Names that have underscores in place of spaces don't.
 */
export function nameWithoutScanlator(stem: string): string {
  return stem.includes(' ') ? stem.replace(SCANLATOR, '') : stem
}

const SCANLATOR = /^[^_]{1,80}_(?=(?:vol(?:ume)?|ch(?:apter)?|ep(?:isode)?|season)[. ]{1,2}\d)/i
