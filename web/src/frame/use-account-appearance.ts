import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { preferencesQuery } from '../api/preferences.ts'
import { chooseLanguage, currentLanguage, type Language, languages } from '../messages/t.ts'
import { chooseTheme, type ThemeChoice, themeChoices, useTheme } from '../theme/theme-choice.ts'

/** Theme and language of the account, on whatever device it is used. The browser's own copy is only for the first paint. */
export function useAccountAppearance() {
  const { data } = useQuery(preferencesQuery)
  const { choice } = useTheme()
  const theme = themeChoices.find((each): each is ThemeChoice => each === data?.theme)
  const language = typeof data?.language === 'string' && data.language in languages ? data.language : undefined

  useEffect(() => {
    if (theme && theme !== choice) chooseTheme(theme)
  }, [theme, choice])
  useEffect(() => {
    if (language && language !== currentLanguage()) void chooseLanguage(language as Language)
  }, [language])
}
