/** Whether the JSON is nested deeper than that. Checked before parsing: depth is what costs. */
export function isJsonNestedDeeper(json: Uint8Array, max: number): boolean {
  if (json.length <= max) return false
  let depth = 0
  let inText = false
  for (let i = 0; i < json.length; i += 1) {
    const byte = json[i]!
    if (inText) {
      if (byte === BACKSLASH) i += 1
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === SQUARE || byte === CURLY) {
      depth += 1
      if (depth > max) return true
    } else if (byte === SQUARE + 2 || byte === CURLY + 2) depth -= 1
  }
  return false
}

const [QUOTE, BACKSLASH, SQUARE, CURLY] = [0x22, 0x5c, 0x5b, 0x7b]
