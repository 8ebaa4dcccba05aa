import { JumpBackChip } from '../jump-back-chip.tsx'
import type { BarVisibility } from '../use-bar-visibility.ts'
import { ReadAloudBar } from './read-aloud/read-aloud-bar.tsx'
import type { ReadAloud } from './read-aloud/use-read-aloud.ts'
import { SearchHitsBar } from './search/search-hits-bar.tsx'
import type { useSearchHits } from './search/use-search-hits.ts'

type OverlaysProps = {
  /** The page that a jump came from, if there was one. */
  jumpedFrom: number | undefined
  jumps: { isRecent: boolean; back: () => void }
  controls: BarVisibility
  speech: ReadAloud
  language: string | undefined
  searching: ReturnType<typeof useSearchHits>
  listHits: () => void
}

/** What lies over the text while it is read: the way back, the controls for reading aloud, the hits of a search. */
export function EpubOverlays({ jumpedFrom, jumps, controls, speech, language, searching, listHits }: OverlaysProps) {
  const { search, step, clear } = searching
  return (
    <>
      {jumpedFrom !== undefined && (
        <JumpBackChip page={jumpedFrom} jumps={jumps} bars={controls} isAboveSearch={search !== undefined} />
      )}
      {speech.status !== 'off' && <ReadAloudBar of={speech} language={language} isRaised={controls.shown} />}
      {search && <SearchHitsBar search={search} isRaised={controls.shown} step={step} list={listHits} clear={clear} />}
    </>
  )
}
