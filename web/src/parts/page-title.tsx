import type { ReactNode } from 'react'
import css from './page-title.module.css'

export function PageTitle({ children, detail }: { children: ReactNode; detail?: ReactNode }) {
  return (
    <h1 className={`work ${css.title}`}>
      {children}
      {detail && <span className={`num ${css.detail}`}>{detail}</span>}
    </h1>
  )
}
