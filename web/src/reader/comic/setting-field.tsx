import type { ReactNode } from 'react'
import css from '../settings-panel.module.css'

/** A control with its label above it. */
export function SettingField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <span className={css.label}>{label}</span>
      {children}
    </div>
  )
}
