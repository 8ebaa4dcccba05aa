import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { t } from '../messages/t.ts'
import css from './sheet.module.css'
import { useRestoreFocus } from './use-restore-focus.ts'

type SheetProps = {
  opened: boolean
  close: () => void
  title: string
  width?: number
  /** How much the page behind is dimmed; little for panels whose effect is visible on the page. */
  dim?: number
  keepOpen?: boolean
  foot?: ReactNode
  children: ReactNode
}

/** A side panel on desktop; on a phone a sheet from the bottom, within reach of the thumb. */
export function Sheet({ opened, close, title, width = 380, dim = 0.3, keepOpen, foot, children }: SheetProps) {
  useRestoreFocus(opened)
  const phone = useMediaQuery('(max-width: 47.99em)')
  return (
    <Drawer
      opened={opened}
      onClose={close}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '100%' : width}
      title={title}
      overlayProps={{ backgroundOpacity: dim }}
      closeOnClickOutside={!keepOpen}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ content: css.content, body: css.body, inner: css.inner }}
    >
      {children}
      {foot && <div className={css.foot}>{foot}</div>}
    </Drawer>
  )
}
