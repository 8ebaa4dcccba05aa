import { t } from '../../messages/t.ts'
import type { ComicDirection } from './comic-settings.ts'
import css from './tap-zone-hints.module.css'

/** Shows what a tap on each part of the screen does. */
export function TapZoneHints({ direction }: { direction: ComicDirection }) {
  const rtl = direction === 'rtl'
  return (
    <div className={css.zones} dir="ltr" data-vertical={direction === 'ttb' || undefined} aria-hidden>
      <span>{rtl ? t('reader.nextPage') : t('reader.previousPage')}</span>
      <span />
      <span>{rtl ? t('reader.previousPage') : t('reader.nextPage')}</span>
    </div>
  )
}
