import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, memo, type ReactNode, useEffect, useState } from 'react'
import type { PdfLink, PdfPageText } from '../../../../src/contract/pdf.ts'
import { showToast } from '../../api/show-message.ts'
import type { Annotation } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { highlightShadesFor } from '../annotations/highlight-colors.ts'
import { isPassageGone, locatorOfAnnotation } from '../annotations/locator-range.ts'
import { useImageRetry } from '../use-image-retry.ts'
import { PdfCommentButton } from './pdf-comment.tsx'
import { pdfPageTextQuery, pdfPageUrl } from './pdf-document-info.ts'
import type { PlacedPage, RelativeBox, Rotation, Size } from './pdf-layout.ts'
import { rotatedSize } from './pdf-layout.ts'
import css from './pdf-page.module.css'
import { boxesOfText } from './pdf-text-geometry.ts'
import { PdfTextLayer } from './pdf-text-layer.tsx'
import type { PdfTile } from './pdf-tiles.ts'

/** `movedFrom`: it was marked on that page, and is drawn here only if its text is no longer there. */
export type PdfPageHighlight = { annotation: Annotation; start: number; end: number; movedFrom?: number | undefined }
export type PdfPageSearchHit = { start: number; end: number; isCurrent: boolean }

/** Overlays, requested for each page in view. */
export type PdfPageOverlays = {
  marksOf: (page: number, content: PdfPageText) => PdfPageHighlight[]
  hitsOf: (page: number) => PdfPageSearchHit[]
  follow: (link: PdfLink) => void
}

type PageProps = {
  bookId: string
  placed: PlacedPage
  /** In points. */
  size: Size
  rotation: Rotation
  isDark: boolean
  label: string
  /** The high-resolution tiles in view. */
  tiles: PdfTile[]
  overlays: PdfPageOverlays
  left: number
  top: number
  /** Preloaded for the next page turn. */
  isHidden: boolean
}

/** A page: its image, sharp at every size; its text, links and highlights above it. */
export const PdfPage = memo(function PdfPage(props: PageProps) {
  const { bookId, placed, size, rotation, isDark, label, tiles, overlays, left, top, isHidden } = props
  const { page } = placed
  const isWanted = useShortWait()
  const { data: content } = useQuery({ ...pdfPageTextQuery(bookId, page), enabled: isWanted })
  const shape = rotatedSize(placed, rotation)
  const isInverted = isDark && content !== undefined && !content.isDark
  const isShownDark = isInverted || content?.isDark === true
  const picture = (
    <>
      {isWanted && <PageImage url={pdfPageUrl(bookId, page)} label={label} page={page} />}
      {tiles.map(({ key, url, ...box }) => (
        <img
          key={key}
          ref={stopLoadingWhenRemoved}
          className={css.tile}
          src={url}
          alt=""
          style={shares(box)}
          decoding="async"
          draggable={false}
        />
      ))}
    </>
  )
  return (
    <div
      className={css.page}
      style={{ left, top, width: placed.width, height: placed.height, visibility: isHidden ? 'hidden' : undefined }}
      data-page={page}
    >
      <div
        className={css.sheet}
        data-inverted={isInverted || undefined}
        data-dark={isShownDark || undefined}
        style={{ width: shape.width, height: shape.height, transform: turnOf(rotation, placed) }}
      >
        <div className={css.picture}>{picture}</div>
        {isInverted && content.pictures.length > 0 && (
          <div className={css.untouched} style={{ clipPath: clipOf(content.pictures, shape) }} aria-hidden>
            {picture}
          </div>
        )}
        {content && (
          <Over bookId={bookId} content={content} isDark={isShownDark} page={page} overlays={overlays}>
            <PdfTextLayer page={page} content={content} size={size} scale={shape.width / size.width} />
          </Over>
        )}
      </div>
    </div>
  )
}, isSame)

/** While scrolling, most pages only move along with the others. */
function isSame({ tiles, ...one }: PageProps, { tiles: otherTiles, ...other }: PageProps): boolean {
  const keys = Object.keys(one) as (keyof typeof one)[]
  if (!keys.every((key) => one[key] === other[key]) || tiles.length !== otherTiles.length) return false
  return tiles.every((tile, index) => tile.url === otherTiles[index]?.url)
}

type OverProps = {
  bookId: string
  content: PdfPageText
  isDark: boolean
  page: number
  overlays: PdfPageOverlays
  children: ReactNode
}

function Over({ bookId, content, isDark, page, overlays, children }: OverProps) {
  return (
    <>
      {overlays.marksOf(page, content).map((mark) => {
        const drawn = <MarkBoxes key={mark.annotation.id} mark={mark} content={content} isDark={isDark} />
        if (!mark.movedFrom) return drawn
        return (
          <IfMoved key={mark.annotation.id} bookId={bookId} from={mark.movedFrom} annotation={mark.annotation}>
            {drawn}
          </IfMoved>
        )
      })}
      {overlays
        .hitsOf(page)
        .map(({ start, end, isCurrent }) =>
          boxesOfText(content.runs, start, end).map((box) => (
            <span
              key={`${start} ${box.x} ${box.y}`}
              className={css.hit}
              data-current={isCurrent || undefined}
              style={shares(box)}
            />
          )),
        )}
      {children}
      {content.links.map((link) => (
        <LinkArea key={`${link.x} ${link.y} ${link.url ?? link.page}`} link={link} follow={overlays.follow} />
      ))}
      {/* A page that was saved before there were comments or form fields has none. */}
      {content.comments?.map((comment) => (
        <PdfCommentButton key={`${comment.x} ${comment.y} ${comment.text}`} comment={comment} />
      ))}
      {content.formFields?.map((field) => (
        <FormField key={`${field.x} ${field.y} ${field.width}`} field={field} />
      ))}
    </>
  )
}

type IfMovedProps = { bookId: string; from: number; annotation: Annotation; children: ReactNode }

/** Pages of a form are almost identical: a passage that is still on its original page isn't marked on the others. */
function IfMoved({ bookId, from, annotation, children }: IfMovedProps) {
  const { data: ownPage } = useQuery(pdfPageTextQuery(bookId, from))
  return isPassageGone(ownPage?.text, locatorOfAnnotation(annotation)) ? children : null
}

type MarkProps = { mark: PdfPageHighlight; content: PdfPageText; isDark: boolean }

function MarkBoxes({ mark: { annotation, start, end }, content, isDark }: MarkProps) {
  const { fill, line } = highlightShadesFor(isDark)[annotation.color]
  return boxesOfText(content.runs, start, end).map((box) => (
    <span
      key={`${box.x} ${box.y}`}
      className={css.mark}
      data-annotation={annotation.id}
      data-style={annotation.style}
      data-note={annotation.note ? true : undefined}
      style={{ ...shares(box), '--fill': fill, '--line': line } as CSSProperties}
    />
  ))
}

function LinkArea({ link, follow }: { link: PdfLink; follow: (link: PdfLink) => void }) {
  const label = link.url ?? t('pdf.linkToPage', { page: link.page ?? 1 })
  return (
    <a
      className={css.link}
      href={link.url ?? `?page=${link.page}`}
      rel="noreferrer noopener"
      title={label}
      style={shares(link)}
      onClick={(event) => {
        event.preventDefault()
        follow(link)
      }}
    >
      <span className={css.said}>{label}</span>
    </a>
  )
}

/** A field shows what is saved in the file; a click says where it can be filled in. */
function FormField({ field }: { field: RelativeBox }) {
  const message = t('pdf.formField')
  return (
    <button
      type="button"
      className={css.field}
      style={shares(field)}
      title={message}
      aria-label={message}
      onClick={() => showToast({ id: 'form', message })}
    />
  )
}

function PageImage({ url, label, page }: { url: string; label: string; page: number }) {
  const { src, isBroken, onError } = useImageRetry(url)
  const [isThere, setThere] = useState(false)
  if (isBroken) return <p className={css.broken}>{t('reader.pageFailed', { page })}</p>
  return (
    <>
      <img
        ref={stopLoadingWhenRemoved}
        src={src}
        alt={label}
        decoding="async"
        draggable={false}
        onLoad={() => setThere(true)}
        onError={onError}
      />
      {!isThere && (
        <span className={css.waiting}>
          <Loader className={css.loader} color="gray" size="sm" type="dots" />
        </span>
      )}
    </>
  )
}

/** A removed image goes on loading: pages that were scrolled past would hold up those in view. */
function stopLoadingWhenRemoved(image: HTMLImageElement) {
  return () => {
    if (!image.complete) image.removeAttribute('src')
  }
}

/** Pages that scroll past quickly aren't fetched, only those that stay for a moment. */
function useShortWait(): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), 60)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}

function shares({ x, y, width, height }: RelativeBox): CSSProperties {
  return { left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` }
}

function turnOf(rotation: Rotation, { width, height }: Size): string | undefined {
  if (rotation === 90) return `translate(${width}px, 0) rotate(90deg)`
  if (rotation === 180) return `translate(${width}px, ${height}px) rotate(180deg)`
  if (rotation === 270) return `translate(0, ${height}px) rotate(270deg)`
  return undefined
}

function clipOf(boxes: RelativeBox[], { width, height }: Size): string {
  const path = boxes.map((box) => {
    const [left, top] = [box.x * width, box.y * height]
    return `M${left} ${top}h${box.width * width}v${box.height * height}h${-box.width * width}z`
  })
  return `path("${path.join('')}")`
}
