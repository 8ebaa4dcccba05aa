import type { Uid } from '../uid.ts'

export interface AppliedBook {
  id: number
  uid: Uid
  seriesId: number
  seriesUid: Uid
  class: number
}

/** What a batch of changes came to: for the counters, the tasks that follow, and those who listen. */
export interface AppliedChanges {
  created: AppliedBook[]
  updated: AppliedBook[]
  deleted: AppliedBook[]
  createdSeries: { id: number; uid: Uid; class: number }[]
  deletedSeries: { id: number; uid: Uid; class: number }[]
  /** Must be looked into. */
  toAnalyse: number[]
  /** Must be named anew, because they lie elsewhere now. */
  moved: number[]
  /** Series whose books are no longer the same, or in the same order. */
  touchedSeries: Set<number>
}

export const noAppliedChanges = (): AppliedChanges => ({
  created: [],
  updated: [],
  deleted: [],
  createdSeries: [],
  deletedSeries: [],
  toAnalyse: [],
  moved: [],
  touchedSeries: new Set(),
})
