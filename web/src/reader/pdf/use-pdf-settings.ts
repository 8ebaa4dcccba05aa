import { useMemo } from 'react'
import { preferencesQuery, usePreference } from '../../api/preferences.ts'
import { queryClient } from '../../api/query-client.ts'
import { useTheme } from '../../theme/theme-choice.ts'
import { defaultPdfSettings, type PdfSettings, splitPdfChanges } from './pdf-settings.ts'

type Kept = Partial<PdfSettings> & { isOwn?: boolean }
const nothing: Kept = {}

function readKept(bookId: string): { all: Kept; one: Kept } {
  const kept = queryClient.getQueryData(preferencesQuery.queryKey) as Record<string, Kept> | undefined
  return { all: kept?.['reader.pdf'] ?? nothing, one: kept?.[`reader.pdf.${bookId}`] ?? nothing }
}

/** The settings for all PDFs of the account, and those of one book. */
export function usePdfSettings(bookId: string) {
  const [usual, setUsual] = usePreference<Kept>('reader.pdf', nothing)
  const [own, setOwnSettings] = usePreference<Kept>(`reader.pdf.${bookId}`, nothing)
  const isOwn = own.isOwn === true
  const settings = useMemo<PdfSettings>(() => {
    const { isOwn: _, ...rest } = own
    return { ...defaultPdfSettings, ...usual, ...rest }
  }, [usual, own])
  const change = (part: Partial<PdfSettings>) => {
    // Two keys may be pressed before the next render: the current saved values count, not the last rendered ones.
    const { all: usual, one: own } = readKept(bookId)
    if (own.isOwn) return setOwnSettings({ ...own, ...part })
    const { forBook, forAll } = splitPdfChanges(part)
    const next = defined({ ...own, ...forBook })
    if (JSON.stringify(next) !== JSON.stringify(own)) setOwnSettings(Object.keys(next).length > 0 ? next : undefined)
    if (Object.keys(forAll).length > 0) setUsual({ ...usual, ...forAll })
  }
  const setOwn = (next: boolean) => {
    if (next) return setOwnSettings({ ...settings, isOwn: true })
    const { rotation, isCoverAlone, fit, zoom } = settings
    const pages = { rotation: rotation || undefined, isCoverAlone: isCoverAlone ? undefined : false }
    const kept = defined({ ...pages, ...(fit === 'custom' && { fit, zoom }) })
    setOwnSettings(Object.keys(kept).length > 0 ? kept : undefined)
  }
  const { name } = useTheme()
  const isDark = settings.theme === 'dark' || (settings.theme === 'auto' && (name === 'lamp' || name === 'black'))
  /** What whoever is done with a zoom goes back to. */
  const usualFit = usual.fit ?? defaultPdfSettings.fit
  return { settings, usualFit, change, isOwn, setOwn, isDark }
}

function defined(kept: Kept): Kept {
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
}
