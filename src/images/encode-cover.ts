import type { Sharp } from 'sharp'
import { loadSharp } from '../formats/image/load-sharp.ts'
import type { ImageFormat } from './transcode.ts'

export interface CoverEncoding {
  format: ImageFormat
  quality: number
  /** The nominal width from the URL; it determines the size limit. */
  width: number
  /** The client that requested WebP also supports AVIF. */
  mayBeAvif?: boolean
}

/**
 * Few covers are large: crowded photographs, film grain, noise. Those are compressed to the byte limit for their width,
 * so that a phone’s first screen always loads quickly. JPEG is for apps, which cache what they load.
 */
export async function encodeCover(fitted: Sharp, wanted: CoverEncoding): Promise<Uint8Array> {
  const { format, quality, width } = wanted
  if (format === 'avif') return avif(fitted, quality - 25)
  if (format !== 'webp') return fitted.jpeg({ quality }).toBuffer()
  const { data, info } = await fitted.raw().toBuffer({ resolveWithObject: true })
  const sharp = await loadSharp()
  const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const usual = quality - (width < SHARP_SCREEN_WIDTH ? 5 : 15)
  const most = maxCoverBytes(width)
  const light = await webp(pixels(), usual)
  if (light.length <= most) return light
  const [encode, steps] = wanted.mayBeAvif ? [avif, AVIF_STEPS] : [webp, WEBP_STEPS]
  const step = (at: number): Promise<Uint8Array> => {
    const { quality, scale = 1 } = steps[at]!
    return encode(scale === 1 ? pixels() : pixels().resize({ width: Math.ceil(info.width * scale) }), quality)
  }
  let at = steps.findIndex(({ share }) => light.length * share <= most)
  let made = await step(at)
  // Pictures differ: noise shrinks more than photographs. A step or two in the right direction is enough.
  for (let tries = 0; tries < MAX_TRIES && made.length > most && at < steps.length - 1; tries++) made = await step(++at)
  for (let tries = 0; tries < MAX_TRIES && made.length < most / 2 && at > 0; tries++) {
    const better = await step(--at)
    if (better.length > most) break
    made = better
  }
  return made
}

const MAX_TRIES = 2

/**
 * The byte limit of a cover: a phone at 3× first shows six covers of 480 pixels, besides the 310 kB of the page itself.
 */
export function maxCoverBytes(width: number): number {
  return MAX_BYTES.find(([upTo]) => width <= upTo)?.[1] ?? MAX_BYTES.at(-1)![1]
}

const MAX_BYTES: [width: number, bytes: number][] = [
  [160, 7_000],
  [320, 14_000],
  [480, 12_500],
  [640, 30_000],
  [960, 100_000],
]

/** From this width on covers are for high-density screens, where compression artefacts aren't visible. */
const SHARP_SCREEN_WIDTH = 480

interface Step {
  quality: number
  /** Size relative to the usual WebP, measured with crowded photographs. */
  share: number
  /** Factor for width and height; browsers enlarge the picture again. */
  scale?: number
}

/** AVIF's advantage grows as the limit shrinks. WebP of low quality shows blocks, so a smaller picture looks better. */
const AVIF_STEPS: Step[] = [
  { quality: 50, share: 0.6 },
  { quality: 45, share: 0.5 },
  { quality: 40, share: 0.42 },
  { quality: 35, share: 0.34 },
  { quality: 30, share: 0.28 },
  { quality: 25, share: 0.22 },
  { quality: 20, share: 0.16 },
  { quality: 16, share: 0.13 },
  { quality: 35, share: 0, scale: 0.7 },
]
const WEBP_STEPS: Step[] = [
  { quality: 60, share: 0.9 },
  { quality: 50, share: 0.82 },
  { quality: 40, share: 0.73 },
  { quality: 30, share: 0.64 },
  { quality: 40, share: 0.42, scale: 0.7 },
  { quality: 25, share: 0.34, scale: 0.7 },
  { quality: 30, share: 0.2, scale: 0.5 },
  { quality: 15, share: 0.14, scale: 0.5 },
  { quality: 15, share: 0, scale: 0.4 },
]

const webp = (image: Sharp, quality: number): Promise<Uint8Array> => image.webp({ quality, effort: 3 }).toBuffer()
const avif = (image: Sharp, quality: number): Promise<Uint8Array> => image.avif({ quality, effort: 1 }).toBuffer()

/** Detects the actual format from the first bytes. */
export const isAvif = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1', 4) === 'ftypavif'
