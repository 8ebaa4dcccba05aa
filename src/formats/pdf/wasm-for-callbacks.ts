/**
 * The function table of the compiled PDFium can't grow: its maximum equals its current size, so no callback could be
 * added. This raises the maximum in the bytes before they are compiled (WebAssembly core §5.5.7: the limits of the
 * table section), without changing their length.
 */
export function makeTableGrowable(wasm: Uint8Array): void {
  for (let at = 8; at < wasm.length; ) {
    const section = wasm[at]
    const size = unsignedAt(wasm, at + 1)
    if (section === tableSection) {
      raiseMaximum(wasm, size.end)
      return
    }
    at = size.end + size.value
  }
  throw new Error('the PDFium module has no table section')
}

const tableSection = 4

/** A vector of one table: type, has-maximum flag, minimum, maximum. */
function raiseMaximum(bytes: Uint8Array, start: number): void {
  const count = unsignedAt(bytes, start)
  const flag = bytes[count.end + 1]
  if (count.value !== 1 || flag !== 1) throw new Error('the table of the PDFium module is not as expected')
  const minimum = unsignedAt(bytes, count.end + 2)
  const maximum = unsignedAt(bytes, minimum.end)
  for (let at = minimum.end; at < maximum.end; at++) bytes[at] = at === maximum.end - 1 ? 0x7f : 0xff
}

/** LEB128. */
function unsignedAt(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0
  let end = start
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[end++] ?? 0
    value += (byte & 0x7f) * 2 ** shift
    if ((byte & 0x80) === 0) return { value, end }
  }
}

/** A module that re-exports an imported function: the way to make a JavaScript function callable through the table. */
export function callbackModule(parameters: number, hasResult: boolean): Uint8Array {
  const i32 = 0x7f
  const type = [0x60, parameters, ...Array<number>(parameters).fill(i32), ...(hasResult ? [1, i32] : [0])]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...[0x01, type.length + 1, 0x01, ...type],
    // import "e" "f", export it as "f"
    ...[0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00],
    ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
  ])
}
