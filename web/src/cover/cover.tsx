import { IconCheck } from '@tabler/icons-react'
import { type CSSProperties, useRef, useState } from 'react'
import { percentText } from '../messages/format-values.ts'
import { t } from '../messages/t.ts'
import css from './cover.module.css'
import { coverSizeToAskFor } from './cover-size.ts'
import { useLazyImage } from './use-lazy-image.ts'

export type CoverProps = {
  url: string | undefined
  title: string
  /** Determines the colour of an empty cover, so that it is always the same. */
  seed: string
  /** The cover's dominant colour, if the server sent it: shown until the image is loaded. */
  colour?: string | null
  /** From 0 to 1; shown as a thin bar at the bottom. */
  progress?: number
  unread?: number
  /** Shows a dot on a single book that was never opened. */
  isUnread?: boolean
  read?: boolean
  alt?: string
  eager?: boolean
  /** Display width in CSS pixels; measured if omitted. */
  width?: number
}

export function Cover({
  url,
  title,
  seed,
  colour,
  progress,
  unread,
  isUnread,
  read,
  alt = '',
  eager,
  width,
}: CoverProps) {
  const element = useRef<HTMLDivElement>(null)
  const cover = useLazyImage(url, element)
  const [wide, setWide] = useState<string>()
  const isWide = wide !== undefined && wide === url
  // Most images only need to appear, without a re-render of the card.
  const show = (image: HTMLImageElement) => {
    image.toggleAttribute('data-loaded', true)
    if (isLandscape(image)) setWide(url)
  }
  const own = cover.failed ? undefined : colour
  const style = {
    ...(own ? { '--own': own } : { '--hue': hueFromSeed(seed) }),
    ...(isWide && { '--image': `url("${cover.src}")` }),
  } as CSSProperties

  return (
    <div ref={element} className={css.cover} style={style} data-wide={isWide || undefined}>
      {cover.failed && (
        <span className={css.empty} aria-hidden>
          <span className={`work ${css.emptyTitle}`}>{title}</span>
        </span>
      )}
      {cover.src && (
        <img
          key={cover.src}
          className={css.image}
          src={cover.src}
          srcSet={sourcesOf(cover.src)}
          sizes={`${coverSizeToAskFor(width ?? (element.current?.clientWidth || usualWidth), devicePixelRatio)}px`}
          alt={alt}
          decoding="async"
          fetchPriority={eager ? 'high' : 'auto'}
          draggable={false}
          // An image in the browser's cache is complete before React listens.
          ref={(image) => {
            if (image?.complete && image.naturalWidth) show(image)
          }}
          onLoad={(event) => {
            cover.onLoad()
            show(event.currentTarget)
          }}
          onError={cover.onError}
        />
      )}
      {progress !== undefined && progress > 0 && !read && (
        <span
          className={css.bar}
          role="progressbar"
          aria-valuenow={Math.round(progress * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-label={t('progress.percent', { percent: percentText(progress) })}
        >
          <span style={{ width: `${Math.max(4, progress * 100)}%` }} />
        </span>
      )}
      {unread !== undefined && unread > 0 && (
        <span className={`num ${css.unread}`} role="img" aria-label={t('count.unread', { count: unread })}>
          {unread}
        </span>
      )}
      {isUnread && <span className={css.dot} role="img" aria-label={t('progress.unread')} />}
      {read && (
        <span className={css.read} role="img" aria-label={t('progress.read')}>
          <IconCheck size={13} stroke={2.5} aria-hidden />
        </span>
      )}
    </div>
  )
}

/** The usual width of a card in a grid. */
const usualWidth = 170
/** The cover made by a scan is 400 pixels on its longer side; at the usual ratio this is its width. */
const smallWidth = 266

/** The cover made by the scan, and other widths that the server makes on request. */
function sourcesOf(src: string): string | undefined {
  const [address = '', retry] = src.split('#')
  // Images that aren't thumbnails, as in the cover chooser, have one size.
  if (!address.includes('/thumbnail')) return undefined
  const mark = retry ? `#${retry}` : ''
  const wide = (width: number) => `${address}${address.includes('?') ? '&' : '?'}width=${width}${mark} ${width}w`
  return [wide(160), `${src} ${smallWidth}w`, wide(320), wide(480), wide(640), wide(960)].join(', ')
}

export function hueFromSeed(seed: string): number {
  let sum = 7
  for (let i = 0; i < seed.length; i++) sum = (sum * 31 + seed.charCodeAt(i)) >>> 0
  return sum % 360
}

function isLandscape(image: HTMLImageElement): boolean {
  return image.naturalWidth / image.naturalHeight > 0.9
}
