/**
 * The name of a download for every client: by RFC 5987 for those that support it, as bare UTF-8 for the others.
 * KOReader and curl use the bare one unchanged; reduced to ASCII it would no longer be the file's name.
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const safe = fileName.replace(/[\p{Cc}/\\]/gu, '_')
  // KOReader decodes anything that looks like a percent code.
  const plain = Buffer.from(safe.replace(/"|%(?=[0-9a-f]{2})/gi, '_')).toString('latin1')
  const encoded = encodeURIComponent(safe.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
