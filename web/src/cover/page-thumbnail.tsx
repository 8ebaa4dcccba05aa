import { useRef } from 'react'
import { bookFileUrl } from '../api/book-file-url.ts'
import type { BookPageInfo } from '../api/types.ts'
import css from './page-thumbnail.module.css'
import { pageThumbnailWidth } from './page-thumbnail-width.ts'
import { useLazyImage } from './use-lazy-image.ts'

/** A page resized by the server, loaded by the same rules as a cover. */
export function PageThumbnail({ bookId, page }: { bookId: string; page: BookPageInfo }) {
  const box = useRef<HTMLSpanElement>(null)
  const width = pageThumbnailWidth(page, devicePixelRatio)
  const cover = useLazyImage(bookFileUrl(bookId, `/pages/${page.number}`, { width, format: 'webp' }), box)
  return (
    <span ref={box} className={css.thumb} style={{ aspectRatio: `${page.width || 2} / ${page.height || 3}` }}>
      {cover.src && <img src={cover.src} alt="" decoding="async" onLoad={cover.onLoad} onError={cover.onError} />}
    </span>
  )
}
