import { useSyncExternalStore } from 'react'

export const themeChoices = ['auto', 'paper', 'lamp', 'black'] as const
export type ThemeChoice = (typeof themeChoices)[number]
export type ThemeName = Exclude<ThemeChoice, 'auto'>

const key = 'lectern-theme'
const barColours: Record<ThemeName, string> = { paper: '#FAF8F4', lamp: '#16140F', black: '#000000' }
const listeners = new Set<() => void>()
const systemDark = typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-color-scheme: dark)')
let choice = readChoice()
let override: ThemeName | undefined

/** The chosen theme, the resolved one and a setter. Stored in the browser, with a copy in the account. */
export function useTheme() {
  const chosen = useSyncExternalStore(subscribe, () => choice)
  const name = useSyncExternalStore(subscribe, () => resolveTheme(choice, systemDark?.matches ?? false))
  return { choice: chosen, name, choose: chooseTheme }
}

export function chooseTheme(next: ThemeChoice) {
  choice = next
  try {
    localStorage.setItem(key, next)
  } catch {
    // A browser without storage keeps the theme until it is closed.
  }
  apply()
}

export function resolveTheme(chosen: ThemeChoice, dark: boolean): ThemeName {
  if (chosen !== 'auto') return chosen
  return dark ? 'lamp' : 'paper'
}

/** Temporarily replaces the chosen theme: sheets over a black page must not be white. */
export function overrideTheme(name: ThemeName | undefined) {
  override = name
  apply()
}

function apply() {
  const name = override ?? resolveTheme(choice, systemDark?.matches ?? false)
  const root = document.documentElement
  root.dataset.theme = name
  root.dataset.mantineColorScheme = name === 'paper' ? 'light' : 'dark'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColours[name])
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  systemDark?.addEventListener('change', apply)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) systemDark?.removeEventListener('change', apply)
  }
}

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(key)
    return themeChoices.find((each) => each === stored) ?? 'auto'
  } catch {
    return 'auto'
  }
}
