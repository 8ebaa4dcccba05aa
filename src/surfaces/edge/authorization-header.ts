/** The parts of an Authorization header. */
export function schemeAndCredential(header: string): [scheme: string, credential: string] {
  const text = header.trim()
  const space = text.indexOf(' ')
  return space < 0 ? [text.toLowerCase(), ''] : [text.slice(0, space).toLowerCase(), text.slice(space + 1).trim()]
}

/** User name and password of HTTP Basic. */
export function decodeBasic(credential: string): { name: string; password: string } | undefined {
  const bytes = Buffer.from(credential, 'base64')
  const pair = readText(bytes)
  const colon = pair.indexOf(':')
  return colon < 0 ? undefined : { name: pair.slice(0, colon), password: pair.slice(colon + 1) }
}

/** We ask for UTF-8 in the challenge; old clients send Latin-1 all the same. */
function readText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
