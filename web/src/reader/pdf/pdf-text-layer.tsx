import { memo, useRef } from 'react'
import type { PdfPageText, PdfTextRun } from '../../../../src/contract/pdf.ts'
import type { Size } from './pdf-layout.ts'
import css from './pdf-page.module.css'
import { isUpsideDownText } from './pdf-text-geometry.ts'

/**
 * The page's text, invisible above its image: to be selected, copied, and read aloud. Laid out once in the page's own
 * size and only scaled after that.
 */
export const PdfTextLayer = memo(function PdfTextLayer({
  page,
  content,
  size,
  scale,
}: {
  page: number
  content: PdfPageText
  size: Size
  scale: number
}) {
  const layer = useRef<HTMLDivElement>(null)
  // During a selection, the empty part of the page must not count as its end.
  const setSelecting = (on: boolean) => layer.current?.toggleAttribute('data-selecting', on)
  return (
    <div
      ref={layer}
      className={css.text}
      data-text-of={page}
      data-length={content.text.length}
      style={{ width: size.width, height: size.height, transform: `scale(${scale})` }}
      onPointerDown={() => {
        setSelecting(true)
        addEventListener('pointerup', () => setSelecting(false), { once: true })
      }}
    >
      {content.runs.map((run) => (
        <Run key={run.start} run={run} size={size} />
      ))}
      <div className={css.end} />
    </div>
  )
})

function Run({ run, size }: { run: PdfTextRun; size: Size }) {
  const [left, top] = [run.x * size.width, run.y * size.height]
  const [width, height] = [run.width * size.width, run.height * size.height]
  const isAcross = run.direction === 'right' || run.direction === 'left'
  const [along, across] = isAcross ? [width, height] : [height, width]
  const stretch = along / Math.max(0.1, widthOf(run.text) * across)
  const isTurned = isUpsideDownText(run)
  const [at, turn] = {
    right: [{ left, top }, ''],
    left: isTurned ? [{ left: left + width, top: top + height }, 'rotate(180deg) '] : [{ left, top }, ''],
    down: [{ left: left + width, top }, 'rotate(90deg) '],
    up: [{ left, top: top + height }, 'rotate(-90deg) '],
  }[run.direction] as [{ left: number; top: number }, string]
  return (
    <span
      data-start={run.start}
      dir={run.direction === 'left' && !isTurned ? 'rtl' : 'ltr'}
      style={{
        ...at,
        height: across,
        fontSize: across,
        lineHeight: `${across}px`,
        transform: `${turn}scaleX(${Math.round(stretch * 1000) / 1000})`,
      }}
    >
      {run.text}
    </span>
  )
}

let canvas: CanvasRenderingContext2D | null | undefined
const widths = new Map<string, number>()

/** The width in the layer's font, for a font size of 1. */
function widthOf(text: string): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return text.length * 0.5
  const known = widths.get(text)
  if (known !== undefined) return known
  canvas.font = '100px sans-serif'
  const width = canvas.measureText(text).width / 100
  if (widths.size > 5000) widths.clear()
  widths.set(text, width)
  return width
}
