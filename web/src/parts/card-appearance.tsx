import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { usePreference } from '../api/preferences.ts'

export const densities = ['compact', 'comfortable', 'spacious'] as const
export type Density = (typeof densities)[number]

export const badgeKinds = ['unread', 'new', 'format', 'language'] as const
export type BadgeKind = (typeof badgeKinds)[number]
type Badges = Record<BadgeKind, boolean>

export type CardAppearance = { density: Density; badges: Badges }

const usual: CardAppearance = {
  density: 'comfortable',
  badges: { unread: true, new: false, format: false, language: false },
}
const AppearanceContext = createContext(usual)

/** Reads the preferences once for all cards below: a list has hundreds of them. */
export function CardAppearanceProvider({ children }: { children: ReactNode }) {
  const [density] = useDensity()
  const [badges] = useBadges()
  const appearance = useMemo(() => ({ density, badges }), [density, badges])
  return <AppearanceContext value={appearance}>{children}</AppearanceContext>
}

export const useCardAppearance = () => useContext(AppearanceContext)

export function useDensity() {
  const [stored, set] = usePreference<Density>('cards.density', usual.density)
  return [densities.includes(stored) ? stored : usual.density, set] as const
}

export function useBadges() {
  const [stored, set] = usePreference<Partial<Badges> | undefined>('cards.badges', undefined)
  const badges = useMemo(() => ({ ...usual.badges, ...stored }), [stored])
  return [badges, set] as const
}
