/** A name for this browser, so that another device can say where a place was read. */
export function thisDevice(): { id: string; name: string } {
  const key = 'lectern-device'
  let id = localStorage.getItem(key)
  if (!id) {
    // randomUUID exists only on https and localhost; Lectern is often reached by plain http at home.
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
