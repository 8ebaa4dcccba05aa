import { type RefObject, useRef } from 'react'
import { type Point, usePinch } from '../use-pinch.ts'
import { clampPdfZoom, nextZoom, type Size } from './pdf-layout.ts'
import type { usePdfSettings } from './use-pdf-settings.ts'

type Zoomed = {
  stage: RefObject<HTMLElement | null>
  view: Size
  /** The current zoom, which may follow from the fit. */
  zoom: number
  settingsOf: ReturnType<typeof usePdfSettings>
}

/** Enlarges the pages by fingers, taps and keys; what is under the point stays there. */
export function usePdfZoom({ stage, view, zoom, settingsOf }: Zoomed) {
  const around = useRef<{ at: Point; from: Point }>(undefined)
  const { settings, change, usualFit } = settingsOf
  /** Two keys may be pressed before the next render: the zoom that was asked for last counts. */
  const wanted = useRef(zoom)
  wanted.current = zoom

  const zoomTo = (next: number, at: Point = { x: view.width / 2, y: view.height / 2 }, from: Point = at) => {
    if (next === zoom && !around.current) return stage.current?.scrollBy(from.x - at.x, from.y - at.y)
    // Fingers move on before the pages have followed: the content that was under them at first stays there.
    around.current = { at, from: around.current?.from ?? from }
    wanted.current = next
    change({ fit: 'custom', zoom: next })
  }

  const zoomByStep = (by: 1 | -1) => zoomTo(nextZoom(wanted.current, by))

  /** Twice as large, or back to the fit. */
  const toggleZoomAt = (at: Point) => {
    if (settings.fit !== 'custom') return zoomTo(clampPdfZoom(zoom * 2), at)
    around.current = { at, from: at }
    change({ fit: usualFit })
  }

  usePinch(stage, { zoom, set: zoomTo, within: clampPdfZoom })
  return { around, zoomTo, zoomByStep, toggleZoomAt }
}
