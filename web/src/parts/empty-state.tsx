import type { ReactNode } from 'react'
import css from './empty-state.module.css'

type StateProps = {
  title: string
  text?: ReactNode
  children?: ReactNode
  mark?: ReactNode
  /** The only content of the page, so its title is the page's heading. */
  isPage?: boolean
}

/** Shown in place of content that is missing or failed to load: one sentence, one action. */
export function EmptyState({ title, text, children, mark, isPage }: StateProps) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className={css.state}>
      {mark ?? <EmptyBookcase />}
      <Title className={`work ${css.title}`}>{title}</Title>
      {text && <p className={css.text}>{text}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  )
}

function EmptyBookcase() {
  return (
    <svg className={css.mark} viewBox="0 0 120 64" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
      <path d="M8 56h104" strokeLinecap="round" />
      <path d="M26 56V20h12v36M38 56V14h9v42M47 56V26h14v30" />
      <path d="m70 55 8-33 11 3-8 32" />
      <path d="M29.500 26h5M50 32h8M50 36h8" strokeLinecap="round" />
    </svg>
  )
}
