import type { RefObject } from 'react'
import type { Book } from '../../api/types.ts'
import { AnnotationBar } from '../annotations/annotation-bar.tsx'
import { EndCard } from '../end-card.tsx'
import { SearchHitsBar } from '../epub/search/search-hits-bar.tsx'
import { JumpBackChip } from '../jump-back-chip.tsx'
import type { useBarVisibility } from '../use-bar-visibility.ts'
import { type PagesProps, PdfPages } from './pdf-pages.tsx'
import css from './pdf-reader.module.css'
import type { PdfSheetName } from './pdf-sheets.tsx'
import type { usePdfAnnotations } from './use-pdf-annotations.ts'
import type { usePdfPosition } from './use-pdf-position.ts'
import type { usePdfSearch } from './use-pdf-search.ts'

type StageProps = {
  book: Book
  pages: Omit<PagesProps, 'bookId' | 'end'>
  /** The screen before the first page or after the last one. */
  beyond: 'start' | 'end' | undefined
  notes: ReturnType<typeof usePdfAnnotations>
  annotationBar: RefObject<HTMLDivElement | null>
  jumps: ReturnType<typeof usePdfPosition>['jumps']
  labelOf: (page: number) => string
  controls: ReturnType<typeof useBarVisibility>
  finder: ReturnType<typeof usePdfSearch>
  stepHit: (by: 1 | -1) => void
  sheet: PdfSheetName | undefined
  show: (sheet: PdfSheetName) => void
}

/** The pages, and what floats above them: the bar of a selection, the way back, and the hits of a search. */
export function PdfStage({ book, pages, beyond, notes, jumps, controls, finder, ...props }: StageProps) {
  const { search, start } = finder
  const searchFor = (phrase: string) => {
    start(phrase)
    props.show('search')
  }
  return (
    <>
      <PdfPages bookId={book.id} {...pages} end={<EndCard book={book} side="end" />} />
      {beyond && (
        <div className={css.beyond}>
          <EndCard book={book} side={beyond} />
        </div>
      )}
      {!beyond && (
        <AnnotationBar
          of={notes}
          isDark={pages.isDark}
          bar={props.annotationBar}
          source={book.title}
          search={searchFor}
        />
      )}
      {jumps.from && !notes.passage && !beyond && (
        <JumpBackChip
          page={props.labelOf(jumps.from.page)}
          jumps={jumps}
          bars={controls}
          isAboveSearch={search !== undefined}
        />
      )}
      {search && props.sheet !== 'search' && search.hits.length > 0 && (
        <SearchHitsBar
          search={search}
          isRaised={controls.shown}
          step={props.stepHit}
          list={() => props.show('search')}
          clear={() => start('')}
        />
      )}
    </>
  )
}
