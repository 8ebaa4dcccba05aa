import { useEffect, useState } from 'react'
import { dominantColor } from './dominant-color.ts'

const known = new Map<string, string>()

/** A colour from the cover, for the band behind a title. Undefined until the image is loaded. */
export function useAmbientColor(url: string | undefined): string | undefined {
  const [colour, setColour] = useState(url && known.get(url))
  useEffect(() => {
    if (!url) return
    const color = known.get(url)
    if (color) return setColour(color)
    let gone = false
    const image = new Image()
    image.onload = () => {
      const found = colourOf(image)
      if (found) known.set(url, found)
      if (!gone) setColour(found)
    }
    image.src = url
    return () => {
      gone = true
    }
  }, [url])
  return colour || undefined
}

function colourOf(image: HTMLImageElement): string | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = 16
  canvas.height = 24
  const paint = canvas.getContext('2d', { willReadFrequently: true })
  if (!paint) return undefined
  paint.drawImage(image, 0, 0, 16, 24)
  return dominantColor(paint.getImageData(0, 0, 16, 24).data)
}
