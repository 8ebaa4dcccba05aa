import { dominantColor } from './dominant-color.ts'

/** Undefined where the browser doesn't let pages read pixels. */
export function colorOfImage(image: HTMLImageElement): string | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const paint = canvas.getContext('2d', { willReadFrequently: true })
  if (!paint) return undefined
  paint.drawImage(image, 0, 0, WIDTH, HEIGHT)
  return dominantColor(paint.getImageData(0, 0, WIDTH, HEIGHT).data)
}

const WIDTH = 16
const HEIGHT = 24
