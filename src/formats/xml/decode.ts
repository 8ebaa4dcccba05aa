/** Decodes an XML file, even if it declares a wrong encoding. Never throws: undecodable bytes become U+FFFD. */
export function decodeXml(bytes: Uint8Array): string {
  const marked = byteOrderMark(bytes)
  if (marked) return withoutForbiddenCharacters(new TextDecoder(marked.encoding).decode(bytes.subarray(marked.length)))
  const wide = utf16WithoutMark(bytes)
  if (wide) return withoutForbiddenCharacters(new TextDecoder(wide).decode(bytes))

  // UTF-8 is tried before the declared encoding: text in another encoding is rarely valid UTF-8, while many tools write
  // UTF-8 with a template that declares ISO-8859-1.
  const utf8 = decodeStrictly(bytes, 'utf-8')
  if (utf8 !== undefined) return withoutForbiddenCharacters(utf8)
  const damaged = damagedUtf8(bytes)
  if (damaged !== undefined) return withoutForbiddenCharacters(damaged)
  const declared = declaredEncoding(bytes)
  const narrow = declared && !/^(utf-?8|utf-?16|ucs-?2|utf-?32|iso-10646)/i.test(declared) ? declared : 'windows-1252'
  return withoutForbiddenCharacters(decodeStrictly(bytes, narrow) ?? new TextDecoder('utf-8').decode(bytes))
}

function byteOrderMark(bytes: Uint8Array): { encoding: string; length: number } | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', length: 3 }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', length: 2 }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', length: 2 }
  return undefined
}

/** XML 1.0 appendix F: `<?` or `<x` in UTF-16 has a zero in every other byte. */
function utf16WithoutMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0x3c && bytes[1] === 0 && bytes[2] !== 0 && bytes[3] === 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] === 0x3c && bytes[2] === 0 && bytes[3] !== 0) return 'utf-16be'
  return undefined
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 2048)).toString('latin1')
  const found =
    /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head) ??
    // Pages saved from the web declare it in HTML's way.
    /<meta\s[^>]{0,200}?charset\s*=\s*["']?([\w.:-]+)/i.exec(head)
  return found?.[1]
}

/** UTF-8 with some broken characters, such as one that was cut in half; undefined if most characters are broken. */
function damagedUtf8(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('utf-8').decode(bytes)
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const whole = text.match(/[\u0080-\ufffc]/g)?.length ?? 0
  return whole > broken * 2 ? text : undefined
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return (encoding === 'utf-8' ? strictUtf8 : new TextDecoder(encoding, { fatal: true })).decode(bytes)
  } catch {
    return undefined
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters XML 1.0 §2.2 forbids
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** XML 1.0 §2.2 doesn't allow these, not even as references. */
export function withoutForbiddenCharacters(text: string): string {
  return (text.isWellFormed() ? text : text.toWellFormed()).replace(forbidden, '')
}
