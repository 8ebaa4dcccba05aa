import { type RefObject, useEffect, useRef } from 'react'
import { type BookPicture, bookPictureOf } from '../chapter/pictures.ts'
import { type FrameHandlers, listenBesideFrames, listenInFrame } from '../frame-events.ts'
import { fileAt, type Publication } from '../publication.ts'
import type {
  ReaderAppearance,
  ReflowableView,
  ReflowableViewHandlers,
  ReflowableViewTarget,
} from '../reflowable-view.ts'
import { openReflowableView } from './open-reflowable-view.ts'

/** What happens in the frames of the book, and beside them. */
type BookHandlers = Pick<FrameHandlers, 'key' | 'tap'> &
  Required<Pick<FrameHandlers, 'tapMark'>> &
  Pick<ReflowableViewHandlers, 'moved' | 'beyond' | 'isRtl' | 'laidOut' | 'loaded'> & {
    link: (url: URL, anchor: Element, section: { doc: Document; url: string }) => void
    picture: (picture: BookPicture | undefined) => boolean
    /** A chapter is shown, for the first time or again. */
    shown: (doc: Document, index: number) => void
  }

type Opened = {
  host: RefObject<HTMLElement | null>
  view: RefObject<ReflowableView | undefined>
  publication: Publication
  appearance: ReaderAppearance
  /** Where the book opens. */
  start: () => ReflowableViewTarget
}

/** Opens the book once; handlers and appearance may change while it is open. */
export function useReflowableView({ host, view, publication, appearance, start }: Opened, handlers: BookHandlers) {
  const latest = useRef(handlers)
  latest.current = handlers
  // biome-ignore lint/correctness/useExhaustiveDependencies: the book opens once; settings are applied below
  useEffect(() => {
    if (!host.current) return
    const opened = openReflowableView(host.current, publication, appearance, {
      moved: (to) => latest.current.moved(to),
      beyond: (side) => latest.current.beyond(side),
      isRtl: () => latest.current.isRtl(),
      laidOut: (doc, index) => latest.current.laidOut(doc, index),
      loaded: (doc, index) => {
        const url = fileAt(publication, index)?.url ?? ''
        listenInFrame(doc, url, {
          key: (event) => latest.current.key(event),
          tap: (x, width) => latest.current.tap(x, width),
          tapMark: (event, where) => latest.current.tapMark(event, where),
          link: (to, anchor) => latest.current.link(to, anchor, { doc, url }),
          picture: (element) => latest.current.picture(bookPictureOf(element)),
        })
        latest.current.loaded(doc, index)
        latest.current.shown(doc, index)
      },
      shown: (doc, index) => latest.current.shown(doc, index),
    })
    view.current = opened
    void opened.go(start())
    const stop = listenBesideFrames(host.current, (x, width) => latest.current.tap(x, width))
    return () => {
      stop()
      opened.close()
    }
  }, [publication])
  useEffect(() => view.current?.apply(appearance), [view, appearance])
}
