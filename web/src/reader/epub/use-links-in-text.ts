import { useState } from 'react'
import { useFootnote } from './footnotes/use-footnote.ts'
import { type Publication, resolveLink } from './publication.ts'
import type { ReflowableViewTarget } from './reflowable-view.ts'

/** Follows the links of a book: a note opens beside its mark, and a link out of the book is followed only if confirmed. */
export function useLinksInText(publication: Publication, jump: (target: ReflowableViewTarget) => unknown) {
  const { footnote, open, close: closeFootnote } = useFootnote(publication)
  const [leaving, setLeaving] = useState<URL>()
  const followLink = (url: URL) => {
    const found = resolveLink(publication, url)
    if (found === 'outside') setLeaving(url)
    else if (found) void jump(found)
  }
  return {
    footnote,
    closeFootnote,
    /** From within the open note. */
    leaveFootnote: (url: URL) => {
      closeFootnote()
      followLink(url)
    },
    tapLink: async (url: URL, anchor: Element, section: { doc: Document; url: string }) => {
      if (!(await open(anchor, url, section))) followLink(url)
    },
    /** The address outside the book that waits to be confirmed. */
    leaving,
    stay: () => setLeaving(undefined),
  }
}
