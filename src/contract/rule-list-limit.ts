/** A list that follows a filter holds at most this many members, the first ones in its order. */
export const maxRuleListMembers = 20_000
