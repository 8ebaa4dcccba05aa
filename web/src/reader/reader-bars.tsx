import { ActionIcon, VisuallyHidden } from '@mantine/core'
import {
  IconArrowLeft,
  IconBookmark,
  IconBookmarkFilled,
  IconEyeOff,
  IconMaximize,
  IconMinimize,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../messages/t.ts'
import { tooltipProps } from '../parts/tooltip.ts'
import css from './reader-bars.module.css'

type BarProps = {
  shown: boolean
  title: string
  detail?: string
  incognito?: boolean
  close: () => void
  hold: (held: boolean) => void
  tools: ReactNode
}

export function ReaderTopBar({ shown, title, detail, incognito, close, hold, tools }: BarProps) {
  return (
    <>
      {/* The title is announced even while the bars are hidden. */}
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      <header className={css.top} data-shown={shown || undefined} inert={!shown} {...holding(hold)}>
        <ReaderBarButton label={t('reader.close')} onClick={close}>
          <IconArrowLeft size={22} stroke={1.5} />
        </ReaderBarButton>
        <div className={css.title}>
          <p className={`work ${css.name}`} dir="auto" aria-hidden>
            {title}
          </p>
          {detail && (
            <p className={css.detail} dir="auto">
              {detail}
            </p>
          )}
        </div>
        {incognito && (
          <span className={css.incognito} title={t('reader.incognitoHint')}>
            <IconEyeOff size={16} stroke={1.5} aria-hidden />
            <span>{t('reader.incognito')}</span>
          </span>
        )}
        <div className={css.tools}>{tools}</div>
      </header>
    </>
  )
}

export function ReaderBottomBar({
  shown,
  hold,
  children,
}: {
  shown: boolean
  hold: (held: boolean) => void
  children: ReactNode
}) {
  return (
    // Left to right like the pages, whatever the language: the controls for a right-to-left book swap sides.
    <footer className={css.bottom} dir="ltr" data-shown={shown || undefined} inert={!shown} {...holding(hold)}>
      {children}
    </footer>
  )
}

/** What is read beside the slider of a bottom bar. */
export function ReaderBarText({ children }: { children: ReactNode }) {
  return <span className={`num ${css.text}`}>{children}</span>
}

type ToolProps = { label: string; onClick: () => void; pressed?: boolean; disabled?: boolean; children: ReactNode }

export function ReaderBarButton({ label, onClick, pressed, disabled, children }: ToolProps) {
  return (
    <ActionIcon
      {...tooltipProps(label)}
      className={css.tool}
      size={42}
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}

export function BookmarkButton({ marked, toggle }: { marked: boolean; toggle: () => void }) {
  return (
    <ReaderBarButton
      label={marked ? t('reader.removeBookmark') : t('reader.addBookmark')}
      pressed={marked}
      onClick={toggle}
    >
      {marked ? <IconBookmarkFilled size={20} /> : <IconBookmark size={20} stroke={1.5} />}
    </ReaderBarButton>
  )
}

export function FullscreenButton({ full, toggle }: { full: boolean; toggle: () => void }) {
  return (
    <ReaderBarButton label={full ? t('reader.exitFullscreen') : t('reader.fullscreen')} onClick={toggle}>
      {full ? <IconMinimize size={20} stroke={1.5} /> : <IconMaximize size={20} stroke={1.5} />}
    </ReaderBarButton>
  )
}

/** Bars stay visible while the mouse or the focus is in them. */
function holding(hold: (held: boolean) => void) {
  return {
    onPointerEnter: () => hold(true),
    onPointerLeave: () => hold(false),
    onFocus: () => hold(true),
    onBlur: () => hold(false),
  }
}
