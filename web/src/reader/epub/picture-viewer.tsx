import { Modal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { t } from '../../messages/t.ts'
import { useMousePan } from '../comic/use-mouse-pan.ts'
import { fitSpread } from '../page-fit.ts'
import { clampZoom, usePinch } from '../use-pinch.ts'
import { useWindowSize } from '../use-window-size.ts'
import { useZoomAroundPoint } from '../use-zoom-around-point.ts'
import type { BookPicture } from './chapter/pictures.ts'
import css from './picture-viewer.module.css'

/** An image of the book by itself, in the size of the window and larger. */
export function PictureViewer({ picture, close }: { picture: BookPicture | undefined; close: () => void }) {
  const label = picture?.label || t('epub.picture')
  return (
    <Modal.Root opened={picture !== undefined} onClose={close} fullScreen transitionProps={{ transition: 'fade' }}>
      <Modal.Content aria-label={label} className={css.content}>
        {picture && <OpenPicture key={picture.url} {...picture} label={label} />}
        <button type="button" className={css.close} aria-label={t('common.close')} onClick={close}>
          <IconX size={22} stroke={1.5} aria-hidden />
        </button>
      </Modal.Content>
    </Modal.Root>
  )
}

function OpenPicture({ url, label }: BookPicture) {
  const stage = useRef<HTMLDivElement>(null)
  const view = useWindowSize()
  const [natural, setNatural] = useState<{ width: number; height: number }>()
  const [zoom, setZoom] = useState(1)
  const openedAt = useRef(performance.now())
  const shape = { number: 1, width: natural?.width ?? null, height: natural?.height ?? null }
  const sizes = fitSpread([shape], view, 'screen', zoom)
  const zoomTo = useZoomAroundPoint(stage, view, zoom, sizes, setZoom)
  usePinch(stage, { zoom, set: zoomTo, within: clampZoom })
  useMousePan(stage)
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === '+' || key === '=') setZoom(clampZoom(zoom * 1.25))
    else if (key === '-') setZoom(clampZoom(zoom / 1.25))
    else if (key === '0') setZoom(1)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys do what two fingers do
    <div
      ref={stage}
      className={css.stage}
      dir="ltr"
      data-zoomed={zoom > 1 || undefined}
      data-autofocus
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onKeyDown={onKey}
      onDoubleClick={({ clientX: x, clientY: y, timeStamp }) => {
        // Ignores the second click of the double click that opened it.
        if (timeStamp - openedAt.current > 500) zoomTo(zoom > 1 ? 1 : 2.5, { x, y })
      }}
    >
      <img
        src={url}
        alt={label}
        draggable={false}
        className={css.picture}
        style={{ ...sizes[0], visibility: natural ? undefined : 'hidden' }}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setNatural({ width, height })}
      />
    </div>
  )
}
