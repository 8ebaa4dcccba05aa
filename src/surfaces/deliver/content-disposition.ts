/**
 * A download's name for every client: by RFC 5987 for those that know it, as bare UTF-8 for those that do not. KOReader
 * and curl take the bare one as it stands; without letters beyond ASCII it would no longer be the name of the file.
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const safe = fileName.replace(/[\p{Cc}/\\]/gu, '_')
  // KOReader decodes what looks like a code.
  const plain = Buffer.from(safe.replace(/"|%(?=[0-9a-f]{2})/gi, '_')).toString('latin1')
  const encoded = encodeURIComponent(safe.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
