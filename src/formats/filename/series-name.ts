/** Makes the name of a series out of the part of a file name that comes before its numbers. */
export function tidyName(raw: string): string | undefined {
  const spaced = isHyphenated(raw.trim()) ? raw.replaceAll('-', ' ') : raw
  const tidy = spaced
    // "Avengers.Hulk": a dot between two words; "S.H.I.E.L.D." and "ms. Marvel" are none.
    .replace(/(?<=\p{L}{2})\.(?=\p{L}{2})/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^(?:[.)](?=\s))?[\s,\-–—~]+/, '')
    .replace(/(?<= )(?:no\.?|nr\.?|n\.|nº|№) ?$/i, '')
    .replace(/[\s,\-–—~:;#]+$/, '')
    .trim()
  return tidy || undefined
}

/** "Conan-the-Man" has hyphens in place of spaces, "X-Men" and "Aldebaran-Antares" are spelled with one. */
function isHyphenated(name: string): boolean {
  const bare = name.replace(/^-+|-+$/g, '')
  return !bare.includes(' ') && bare.split('-').length > 2
}
