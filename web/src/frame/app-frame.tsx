import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { usePreference } from '../api/preferences.ts'
import { saveFrameForBoot } from '../api/saved-frame.ts'
import { meQuery } from '../api/session.ts'
import { t } from '../messages/t.ts'
import { CardAppearanceProvider } from '../parts/card-appearance.tsx'
import { LazyBoundary } from '../parts/lazy-boundary.tsx'
import { useRestoreFocus } from '../parts/use-restore-focus.ts'
import css from './app-frame.module.css'
import { BottomBar } from './bottom-bar.tsx'
import { startScrollRestoration } from './scroll-restoration.ts'
import { Sidebar } from './sidebar.tsx'
import { TaskProgressLine } from './task-progress-line.tsx'
import { TopBar } from './top-bar.tsx'

type EarlyField = RefObject<HTMLInputElement | null>
/** The palette knows every page, so the caller passes it in. */
type Props = { palette: ComponentType<{ close: () => void; earlyField: EarlyField }>; loadPalette: () => void }

/** The frame around every page except the readers and sign-in. */
export function AppFrame({ palette: Palette, loadPalette }: Props) {
  const [folded, setFolded] = usePreference('frame.folded', false)
  const [searching, setSearching] = useState(false)
  const earlyField = useRef<HTMLInputElement>(null)
  const { data: me } = useQuery(meQuery)
  const router = useRouter()
  useEffect(() => startScrollRestoration(router), [router])
  useSearchKeys(() => setSearching(true))
  useEffect(() => {
    if (me) saveFrameForBoot({ folded })
  }, [me, folded])
  // Loads the palette early: Ctrl is pressed before K, and the pointer enters before a click.
  useEffect(() => {
    const soon = (event: Event) => {
      const isNear = (event.target as Element | null)?.closest?.('[data-opens-search]')
      if (isNear || ['Control', 'Meta'].includes((event as KeyboardEvent).key)) loadPalette()
    }
    addEventListener('keydown', soon)
    addEventListener('pointerover', soon, { passive: true })
    return () => {
      removeEventListener('keydown', soon)
      removeEventListener('pointerover', soon)
    }
  }, [loadPalette])
  if (!me) return null

  return (
    <div className={css.frame} data-folded={folded || undefined}>
      <a className="skip-link" href={`${location.pathname}${location.search}#content`}>
        {t('app.skip')}
      </a>
      <Sidebar folded={folded} fold={() => setFolded(!folded)} />
      <div className={css.page}>
        <TopBar search={() => setSearching(true)} />
        <TaskProgressLine />
        <main id="content" className={css.content} tabIndex={-1}>
          <CardAppearanceProvider>
            <Outlet />
          </CardAppearanceProvider>
        </main>
      </div>
      <BottomBar />
      {searching && (
        <>
          <FieldUntilLoaded field={earlyField} />
          <LazyBoundary close={() => setSearching(false)}>
            <Palette close={() => setSearching(false)} earlyField={earlyField} />
          </LazyBoundary>
        </>
      )}
    </div>
  )
}

/** Focused at once and takes what is typed until the palette's own field is ready: no letter is lost while it loads. */
function FieldUntilLoaded({ field }: { field: EarlyField }) {
  useRestoreFocus()
  // biome-ignore lint/a11y/noAutofocus: somebody has just asked for it
  return <input ref={field} className={css.early} aria-label={t('nav.search')} tabIndex={-1} autoFocus />
}

function useSearchKeys(open: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = (event.target as Element).closest?.('input, textarea, select, [contenteditable]')
      const slash = event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey
      const k = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!slash && !k) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [open])
}
