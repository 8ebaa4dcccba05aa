import type { LibraryForScan } from '../store/library/scan.ts'
import type { Guess, Shelf } from '../store/scan/change.ts'
import { numberValue } from './numbering/number-value.ts'
import { formatOf } from './rules.ts'
import type { KnownMetadata, SeriesStrategy } from './shelving/placement.ts'
import { strategyFor } from './strategy-for.ts'
import { compileTitleRules } from './title-rules.ts'

/** From a path, and what is known from inside the file, to the shelf it stands on and what its name tells. */
export interface Shelver {
  readonly usesMetadata: boolean
  shelve(path: string, metadata?: KnownMetadata): { shelf: Shelf; guess: Guess }
}

export function shelverFor(library: LibraryForScan): Shelver {
  const strategy: SeriesStrategy = strategyFor(library.seriesStrategy, library.seriesConfig)
  const applyRules = compileTitleRules(library.titleRules)
  return {
    usesMetadata: strategy.usesMetadata,
    shelve(path, metadata) {
      const placement = strategy.place({ path, metadata })
      const { series } = placement
      const number = amount(placement.number ?? placement.chapter)
      return {
        shelf: {
          key: series.key,
          title: applyRules(series.title),
          folderName: series.folderName,
          isOneshot: series.isOneshot,
          publisher: series.publisher,
          year: series.year,
        },
        guess: {
          title: placement.title ?? stemOf(path),
          format: formatOf(path) ?? 'cbz',
          number: number?.value ?? null,
          numberText: number?.text ?? null,
          volume: amount(placement.volume)?.value ?? null,
          chapter: amount(placement.chapter)?.value ?? null,
          year: placement.year ?? null,
        },
      }
    },
  }
}

const amount = (text: string | undefined) => (text === undefined ? undefined : numberValue(text))

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]{1,5}$/, '')
}
