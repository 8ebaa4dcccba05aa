import type { Uid } from '../uid.ts'

export interface AppliedBook {
  id: number
  uid: Uid
  seriesId: number
  seriesUid: Uid
  class: number
}

/** The result of a batch of changes: for the counters, the follow-up tasks, and the listeners. */
export interface AppliedChanges {
  created: AppliedBook[]
  updated: AppliedBook[]
  deleted: AppliedBook[]
  createdSeries: { id: number; uid: Uid; class: number }[]
  deletedSeries: { id: number; uid: Uid; class: number }[]
  /** Books to analyse. */
  toAnalyse: number[]
  /** Books to rename, because their path has changed. */
  moved: number[]
  /** Series whose books, or their order, have changed. */
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
