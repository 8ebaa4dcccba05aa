import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import type { Font } from '../../../api/types.ts'
import { apiUrl } from '../../../api/urls.ts'

/** The user's uploaded fonts, and those of the server. */
export const uploadedFontsQuery = queryOptions({
  queryKey: ['fonts'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await api.get<{ fonts: Font[] }>('/fonts', { signal })).fonts,
})

/** For the user, or for everybody on the server. */
export function uploadFont(file: File, scope: Font['scope'] = 'user'): Promise<Font> {
  const form = new FormData()
  form.set('file', file)
  return api.post<Font>(scope === 'server' ? '/server/fonts' : '/fonts', { body: form })
}

/** Each family once, for the font select. */
export const fontFamiliesOf = (fonts: Font[]): string[] => [...new Set(fonts.map(({ family }) => family))]

/** A book is in its own frame and only has the fonts it is given, by absolute URL. */
export function fontFaceCssRules(fonts: Font[], family: string): string {
  const faces = fonts.filter((font) => font.family === family)
  return faces
    .map(({ id, minWeight, maxWeight, isItalic }) => {
      // Beyond the font's own weights the browser synthesises bold, so that bold differs from regular text.
      const weight = minWeight < maxWeight ? `${minWeight} ${maxWeight}` : minWeight
      const url = new URL(apiUrl(`/fonts/${id}/file`), document.baseURI).href
      return `@font-face {
        font-family: "${family.replace(/["\\]/g, '')}"; font-weight: ${weight};
        font-style: ${isItalic ? 'italic' : 'normal'}; font-display: swap; src: url("${url}");
      }`
    })
    .join('\n')
}
