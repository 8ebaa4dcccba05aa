import { probeBoxedImage } from './boxed-image.ts'
import type { ImageHeader } from './image-header.ts'
import { probeJpeg } from './jpeg.ts'
import { probeJxlCodestream } from './jxl.ts'
import { probeBmp, probeGif, probePng, probeWebp } from './png-gif-bmp-webp.ts'
import { probeSvg } from './svg.ts'
import { probeTiff } from './tiff.ts'

/** Undefined when the bytes aren't a known image format. Never throws, whatever the bytes. */
export function probeImage(bytes: Uint8Array): ImageHeader | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (head.length < 2) return undefined
  for (const { starts, probe } of KINDS) {
    if (!starts(head)) continue
    try {
      const result = probe(head)
      return result && withPossibleSize(result)
    } catch (error) {
      // A read past the end of the buffer.
      if (error instanceof RangeError) return undefined
      throw error
    }
  }
  return probeSvg(head)
}

/** Rejects empty sizes, and sides above 2^31 - 1, which no format allows. */
function withPossibleSize(probe: ImageHeader): ImageHeader {
  const { width, height } = probe
  const possible = width !== null && height !== null && width > 0 && height > 0 && width < 2 ** 31 && height < 2 ** 31
  return possible ? probe : { ...probe, width: null, height: null }
}

function startsWith(signature: string): (head: Buffer) => boolean {
  const bytes = Buffer.from(signature, 'latin1')
  return (head) => head.length >= bytes.length && head.compare(bytes, 0, bytes.length, 0, bytes.length) === 0
}

const KINDS: { starts: (head: Buffer) => boolean; probe: (head: Buffer) => ImageHeader | undefined }[] = [
  { starts: (head) => head[0] === 0xff && head[1] === 0xd8, probe: probeJpeg },
  { starts: startsWith('\x89PNG\r\n\x1a\n'), probe: probePng },
  { starts: (head) => head[0] === 0x52 && head.toString('latin1', 8, 12) === 'WEBP', probe: probeWebp },
  { starts: startsWith('GIF8'), probe: probeGif },
  { starts: (head) => head[0] === 0xff && head[1] === 0x0a, probe: probeJxlCodestream },
  { starts: (head) => head[0] === 0 && BOX_TYPES.has(head.toString('latin1', 4, 8)), probe: probeBoxedImage },
  { starts: startsWith('BM'), probe: probeBmp },
  { starts: startsWith('II*\0'), probe: probeTiff },
  { starts: startsWith('MM\0*'), probe: probeTiff },
  { starts: startsWith('II+\0'), probe: probeTiff },
  { starts: startsWith('MM\0+'), probe: probeTiff },
]

const BOX_TYPES: ReadonlySet<string> = new Set(['ftyp', 'JXL ', 'jP  '])
