/** The hue that covers most of an image; saturated pixels weigh more than grey ones. Input: RGBA bytes. */
export function dominantColor(pixels: Uint8ClampedArray | number[]): string {
  const bins = Array.from({ length: 12 }, () => ({ weight: 0, r: 0, g: 0, b: 0 }))
  for (let i = 0; i < pixels.length; i += 4) {
    const [r = 0, g = 0, b = 0] = [pixels[i], pixels[i + 1], pixels[i + 2]]
    const high = Math.max(r, g, b)
    const spread = high - Math.min(r, g, b)
    const weight = 0.02 + (spread / 255) * (high / 255)
    const bin = bins[Math.floor(hueOf(r, g, b, high, spread) * 12) % 12]
    if (!bin) continue
    bin.weight += weight
    bin.r += r * weight
    bin.g += g * weight
    bin.b += b * weight
  }
  const best = bins.reduce((a, b) => (b.weight > a.weight ? b : a))
  const part = (sum: number) => Math.round(best.weight ? sum / best.weight : 0)
  return `rgb(${part(best.r)} ${part(best.g)} ${part(best.b)})`
}

function hueOf(r: number, g: number, b: number, high: number, spread: number): number {
  if (spread === 0) return 0
  if (high === r) return (((g - b) / spread + 6) % 6) / 6
  if (high === g) return ((b - r) / spread + 2) / 6
  return ((r - g) / spread + 4) / 6
}
