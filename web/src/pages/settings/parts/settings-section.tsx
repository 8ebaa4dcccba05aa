import type { ReactNode } from 'react'
import { HelpLink } from '../../../parts/help-link.tsx'
import css from './settings-section.module.css'

type HeadProps = { title: ReactNode; lead?: ReactNode; children?: ReactNode }

/** The title of a page, its purpose in one sentence, and its main action. */
export function SettingsHeader({ title, lead, children }: HeadProps) {
  return (
    <header className={css.head}>
      <div className={css.words}>
        <h1 className={`work ${css.title}`}>{title}</h1>
        {lead && <p className={css.lead}>{lead}</p>}
      </div>
      {children && <div className={css.actions}>{children}</div>}
    </header>
  )
}

type SectionProps = {
  title: string
  text?: ReactNode
  /** The page of the documentation, e.g. `guide/files.html#numbers`. */
  help?: string
  children: ReactNode
}

export function SettingsSection({ title, text, help, children }: SectionProps) {
  return (
    <section className={css.section}>
      <div className={css.heading}>
        <h2 className={`work ${css.name}`}>{title}</h2>
        {help && <HelpLink to={help} about={title} />}
      </div>
      {text && <p className={css.text}>{text}</p>}
      {children}
    </section>
  )
}

/** A note on success or on something that is missing. */
export function SettingsNote({
  tone = 'quiet',
  children,
}: {
  tone?: 'quiet' | 'warning' | 'bad' | 'good'
  children: ReactNode
}) {
  return (
    <p className={css.note} data-tone={tone}>
      {children}
    </p>
  )
}
