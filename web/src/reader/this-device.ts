/** A name for this browser, so that another device can show where a position came from. */
export function thisDevice(): { id: string; name: string } {
  const key = 'lectern-device'
  let id = localStorage.getItem(key)
  if (!id) {
    // randomUUID exists only on https and localhost; at home Lectern is often reached over plain http.
    id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
    localStorage.setItem(key, id)
  }
  return { id: `web-${id}`, name: describeBrowser(navigator.userAgent) }
}

export function describeBrowser(agent: string): string {
  const browser = /Firefox/.test(agent)
    ? 'Firefox'
    : /Edg\//.test(agent)
      ? 'Edge'
      : /Chrome/.test(agent)
        ? 'Chrome'
        : 'Safari'
  const system = /iPhone/.test(agent)
    ? 'iPhone'
    : /iPad/.test(agent)
      ? 'iPad'
      : /Android/.test(agent)
        ? 'Android'
        : /Mac/.test(agent)
          ? 'Mac'
          : /Windows/.test(agent)
            ? 'Windows'
            : 'Linux'
  return `${browser} (${system})`
}
