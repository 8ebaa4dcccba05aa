import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EpubSettings } from './epub-settings.ts'
import { fontFacesFor } from './font-faces.ts'
import { fontsQuery, ownFontFaces } from './own-fonts.ts'
import type { BookLook } from './paginator.ts'

/** The settings with the rules that load the font they name. */
export function useBookLook(settings: EpubSettings): BookLook {
  const family = settings.font.startsWith('own:') ? settings.font.slice(4) : undefined
  const { data: fonts } = useQuery({ ...fontsQuery, enabled: family !== undefined })
  return useMemo(() => {
    const fontFaces = family === undefined ? fontFacesFor(settings.font) : ownFontFaces(fonts ?? [], family)
    return { settings, fontFaces }
  }, [settings, family, fonts])
}
