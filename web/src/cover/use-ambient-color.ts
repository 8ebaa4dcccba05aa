import { useEffect, useState } from 'react'

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
    image.onload = async () => {
      // Loaded after the page is there: decoration. Without a connection the band has no colour.
      const reader = await import('./color-of-image.ts').catch(() => undefined)
      const found = reader?.colorOfImage(image)
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
