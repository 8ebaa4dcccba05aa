import { useEffect } from 'react'
import { overrideTheme, type ThemeName } from '../theme/theme-choice.ts'

/** While a book is open, sheets, messages and help use its reader's theme. */
export function useAppThemeOverride(name: ThemeName) {
  useEffect(() => {
    overrideTheme(name)
    return () => overrideTheme(undefined)
  }, [name])
}
