/**
 * The path of a Java file URL: `file:/books/My%20Comic%20%231.cbz`, `file:/C:/books/`, `file://nas/books`. Doesn't
 * use `URL`, which drops the name of a network share.
 */
export function pathOfKomgaUrl(address: string | null): string | null {
  if (address === null) return null
  const path = /^file:/i.test(address) ? address.slice('file:'.length) : address
  const decoded = path
    .split('/')
    .map((part) => {
      try {
        return decodeURIComponent(part)
      } catch {
        return part
      }
    })
    .join('/')
  // Two or four slashes begin a share, three or one the root; a drive letter has no slash before it.
  const shares = decoded.replace(/^\/{2,}/, (slashes) => (slashes.length % 2 === 0 ? '//' : '/'))
  const bare = shares.replace(/^\/([A-Za-z]:)/, '$1')
  const trimmed = bare.length > 1 ? bare.replace(/\/+$/, '') : bare
  return trimmed === '' ? null : trimmed
}
