/** The one collection that we name, in the language of the device. */
export function wantToReadName(acceptLanguage: string | undefined): string {
  const language = /^[a-z]{2}/i.exec(acceptLanguage ?? '')?.[0].toLowerCase()
  return (language && names[language]) || 'Want to read'
}

const names: Record<string, string> = { de: 'Leseliste', ja: '読みたい本', fr: 'À lire', es: 'Quiero leer' }
