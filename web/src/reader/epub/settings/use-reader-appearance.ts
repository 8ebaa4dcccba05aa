import dyslexicItalic from '@fontsource/opendyslexic/files/opendyslexic-latin-400-italic.woff2?url'
import dyslexic from '@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2?url'
import dyslexicBold from '@fontsource/opendyslexic/files/opendyslexic-latin-700-normal.woff2?url'
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import literataExt from '@fontsource-variable/literata/files/literata-latin-ext-wght-normal.woff2?url'
import literataItalic from '@fontsource-variable/literata/files/literata-latin-wght-italic.woff2?url'
import literata from '@fontsource-variable/literata/files/literata-latin-wght-normal.woff2?url'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReaderAppearance } from '../reflowable-view.ts'
import type { EpubFont, EpubSettings } from './epub-settings.ts'
import { fontFaceCssRules, uploadedFontsQuery } from './uploaded-fonts.ts'

/** The settings with the CSS for the font they use. */
export function useReaderAppearance(settings: EpubSettings): ReaderAppearance {
  const family = settings.font.startsWith('own:') ? settings.font.slice(4) : undefined
  const { data: fonts } = useQuery({ ...uploadedFontsQuery, enabled: family !== undefined })
  return useMemo(() => {
    const fontFaces = family === undefined ? fontFacesFor(settings.font) : fontFaceCssRules(fonts ?? [], family)
    return { settings, fontFaces }
  }, [settings, family, fonts])
}

type Face = { family: string; url: string; weight: string; style: 'normal' | 'italic'; range?: string }

const beyondLatin = 'U+0100-02BA, U+02BD-02C5, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+2C60-2C7F, U+A720-A7FF'
const faces: Record<string, Face[]> = {
  serif: [
    { family: 'Literata Variable', url: literata, weight: '200 900', style: 'normal' },
    { family: 'Literata Variable', url: literataItalic, weight: '200 900', style: 'italic' },
    { family: 'Literata Variable', url: literataExt, weight: '200 900', style: 'normal', range: beyondLatin },
  ],
  sans: [{ family: 'Inter Variable', url: inter, weight: '100 900', style: 'normal' }],
  dyslexic: [
    { family: 'OpenDyslexic', url: dyslexic, weight: '400', style: 'normal' },
    { family: 'OpenDyslexic', url: dyslexicItalic, weight: '400', style: 'italic' },
    { family: 'OpenDyslexic', url: dyslexicBold, weight: '700', style: 'normal' },
  ],
}

/** A book is in its own frame and has none of our fonts: it gets the chosen one, by absolute URL. */
function fontFacesFor(font: EpubFont): string {
  return (faces[font] ?? [])
    .map(
      ({ family, url, weight, style, range }) => `@font-face {
        font-family: "${family}"; font-weight: ${weight}; font-style: ${style}; font-display: swap;
        src: url("${new URL(url, document.baseURI).href}") format("woff2");
        ${range ? `unicode-range: ${range};` : ''}
      }`,
    )
    .join('\n')
}
