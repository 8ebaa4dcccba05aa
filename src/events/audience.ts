import type { Permission } from '../contract/permissions.ts'

/**
 * Who may receive an event. Every condition that is set must hold; without any, everyone who may listen at all. Numbers
 * are the store's internal keys and never leave the server.
 */
export interface Audience {
  /** Viewers of this library. */
  libraryId?: number
  /** Viewers of this visibility class. */
  class?: number
  /** Viewers of any of these classes; if empty, everyone, as for an empty list. */
  classes?: readonly number[]
  /** Not a condition: the members of a deleted list, for clients that receive only those they may see. */
  formerMemberIds?: readonly number[]
  /** Only this user. */
  userId?: number
  /** Only holders of this permission. */
  permission?: Permission
}
