import { IconHighlight, IconList, IconSearch } from '@tabler/icons-react'
import { t } from '../messages/t.ts'
import { BookmarkButton, ReaderBarButton } from './reader-bars.tsx'

const icon = { size: 20, stroke: 1.5 } as const

type ToolsProps = {
  isBookmarked: boolean
  toggleBookmark: () => void
  open: (sheet: 'search' | 'notes' | 'contents') => void
}

/** The buttons of every reader of text. */
export function ReadingTools({ isBookmarked, toggleBookmark, open }: ToolsProps) {
  return (
    <>
      <BookmarkButton marked={isBookmarked} toggle={toggleBookmark} />
      <ReaderBarButton label={t('reader.search')} onClick={() => open('search')}>
        <IconSearch {...icon} />
      </ReaderBarButton>
      <ReaderBarButton label={t('annotations.panel')} onClick={() => open('notes')}>
        <IconHighlight {...icon} />
      </ReaderBarButton>
      <ReaderBarButton label={t('reader.contents')} onClick={() => open('contents')}>
        <IconList {...icon} />
      </ReaderBarButton>
    </>
  )
}
