import { useEffect, useState } from 'react'
import { currentLanguage, loadReasonTranslations, useLanguage } from './t.ts'

/**
 * What the server wrote where its answer has no code: why a book can't be read, why a task or a plugin failed. Whoever reads
 * English needs nothing for it; the others load the sentences when one is shown. A sentence nobody knows stays as it is.
 */
export async function translateSentence(written: string): Promise<string> {
  if (currentLanguage() === 'en') return written
  try {
    const [{ findSentence }] = await Promise.all([import('./find-sentence.ts'), loadReasonTranslations()])
    return findSentence(written) ?? written
  } catch {
    return written
  }
}

/** The same for what is drawn; empty for the moment in which the sentences are loaded. */
export function useTranslatedSentence(written: string): string {
  const language = useLanguage()
  const [known, setKnown] = useState<{ of: string; text: string }>()
  const key = `${language} ${written}`
  useEffect(() => {
    if (language === 'en') return
    let isGone = false
    void translateSentence(written).then((text) => !isGone && setKnown({ of: key, text }))
    return () => {
      isGone = true
    }
  }, [language, written, key])
  if (language === 'en') return written
  return known?.of === key ? known.text : ''
}

export function ServerSentence({ text }: { text: string }) {
  return useTranslatedSentence(text)
}
