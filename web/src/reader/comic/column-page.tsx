import type { CSSProperties, ReactNode } from 'react'
import type { PageBox } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { useImageRetry } from '../use-image-retry.ts'
import { imagePlacementForBox } from './paged-view.tsx'
import css from './scroll-view.module.css'

type PageProps = {
  url: string
  page: number
  label: string
  style: CSSProperties
  /** The visible part. */
  box: PageBox
  learn: (ratio: number) => void
  above?: ReactNode
  filter?: string
}

/** A page of the column, or a part of it. */
export function ColumnPage({ url, page, label, style, box, learn, above, filter }: PageProps) {
  const { src, isBroken, onError } = useImageRetry(url)
  return (
    <div className={css.page} style={style}>
      {isBroken && <p className={css.broken}>{t('reader.pageFailed', { page })}</p>}
      <div className={css.whole} style={imagePlacementForBox(box)}>
        {!isBroken && (
          <img
            src={src}
            alt={label}
            decoding="async"
            draggable={false}
            style={{ filter }}
            onLoad={({ currentTarget }) => learn(currentTarget.naturalHeight / currentTarget.naturalWidth)}
            onError={onError}
          />
        )}
        {above}
      </div>
    </div>
  )
}
