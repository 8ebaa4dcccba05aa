import type { Permission } from '../contract/permissions.ts'

/**
 * Who may hear of an event. Every condition that is set must hold; none set = everyone who may listen at all.
 * Numbers are the store's own keys and never leave the server.
 */
export interface Audience {
  /** Viewers of this library. */
  libraryId?: number
  /** Viewers of this visibility class. */
  class?: number
  /** Viewers of any of these classes; none: everyone, as of an empty list. */
  classes?: readonly number[]
  /** Not a condition: what stood on a list that is gone, for those who are told only what they may see of it. */
  formerMemberIds?: readonly number[]
  /** Only this user. */
  userId?: number
  /** Only holders of this permission. */
  permission?: Permission
}
