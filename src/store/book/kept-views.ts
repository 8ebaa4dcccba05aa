import type { Db } from '../open.ts'
import { revisionNow } from '../revision.ts'
import type { Viewer } from '../viewer.ts'
import type { Visibility } from '../visibility/visible-classes.ts'
import type { BookView } from './view.ts'

type Views = Map<number, BookView>

/**
 * The books that somebody was shown last, for the next list they are in: until anything changes in the catalogue, or in
 * what this person did or may see. Where that cannot be known without waiting, nothing is kept.
 */
export function keptViews(db: Db, { userId, sees }: Viewer): Views {
  const revision = db.askAtOnce && revisionNow(db, 'catalog', `user:${userId}`)
  if (typeof revision !== 'string') return new Map()
  const people = kept.get(db) ?? new Map<number, Shown>()
  kept.set(db, people)
  let shown = people.get(userId)
  if (shown?.revision !== revision || shown.sees !== sees || shown.views.size > MOST_VIEWS) {
    shown = { revision, sees, views: new Map() }
  }
  people.delete(userId)
  people.set(userId, shown)
  if (people.size > MOST_PEOPLE) people.delete(people.keys().next().value!)
  return shown.views
}

interface Shown {
  revision: string
  sees: Visibility
  views: Views
}

/** Together some five megabytes. */
const MOST_VIEWS = 1000
const MOST_PEOPLE = 5
const kept = new WeakMap<Db, Map<number, Shown>>()
