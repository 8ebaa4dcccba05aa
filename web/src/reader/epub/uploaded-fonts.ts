import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Font } from '../../api/types.ts'
import { apiUrl } from '../../api/urls.ts'

/** The fonts one uploaded, and those of the server. */
export const uploadedFontsQuery = queryOptions({
  queryKey: ['fonts'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await api.get<{ fonts: Font[] }>('/fonts', { signal })).fonts,
})

/** For oneself, or for everybody on the server. */
export function uploadFont(file: File, scope: Font['scope'] = 'user'): Promise<Font> {
  const form = new FormData()
  form.set('file', file)
  return api.post<Font>(scope === 'server' ? '/server/fonts' : '/fonts', { body: form })
}

/** Each family once, as the choice of fonts shows them. */
export const fontFamiliesOf = (fonts: Font[]): string[] => [...new Set(fonts.map(({ family }) => family))]

/** A book lives in a frame of its own and knows no font but those it is given, by full address. */
export function fontFaceCssRules(fonts: Font[], family: string): string {
  const faces = fonts.filter((font) => font.family === family)
  return faces
    .map(({ id, minWeight, maxWeight, isItalic }) => {
      // Beyond what the font has, the browser thickens the letters itself: bold must not look like the rest.
      const weight = minWeight < maxWeight ? `${minWeight} ${maxWeight}` : minWeight
      const url = new URL(apiUrl(`/fonts/${id}/file`), document.baseURI).href
      return `@font-face {
        font-family: "${family.replace(/["\\]/g, '')}"; font-weight: ${weight};
        font-style: ${isItalic ? 'italic' : 'normal'}; font-display: swap; src: url("${url}");
      }`
    })
    .join('\n')
}
