import { PluginError } from './errors.ts'
import { objectOrUndefined } from './untrusted-values.ts'

/**
 * Refuses an answer of the wrong shape: it isn't the same as "nothing found", and the administrator has to know. Wrong
 * values in a list or record are left out where they are read.
 */
export function checkAnswer(method: string, answer: unknown): void {
  const shape = SHAPES.get(method)
  if (!shape || (shape.mayBeNull && answer === null)) return
  const given = objectOrUndefined(answer)
  const isList = (value: unknown) => value === undefined || value === null || Array.isArray(value)
  if (given && shape.lists.every((name) => isList(given[name]))) return
  throw new PluginError('INVALID_ANSWER', `The plugin sent an invalid response to ${method}.`)
}

interface AnswerShape {
  /** Fields that are lists, if they are there. */
  lists: readonly string[]
  /** Null means that nothing was found. */
  mayBeNull?: boolean
}

/** Methods that aren't listed may return anything. */
const SHAPES: ReadonlyMap<string, AnswerShape> = new Map([
  ...['series', 'book'].flatMap((entity): [string, AnswerShape][] => [
    [`metadata/${entity}/search`, { lists: ['results'] }],
    [`metadata/${entity}/get`, { lists: [], mayBeNull: true }],
    [`metadata/${entity}/match`, { lists: ['alternatives'], mayBeNull: true }],
  ]),
  ['releases/poll', { lists: ['candidates'] }],
  ['sync/getUserInfo', { lists: [] }],
  ['sync/status', { lists: [] }],
  ['sync/pullProgress', { lists: ['entries'] }],
  ['sync/pushProgress', { lists: ['success', 'failed'] }],
  ['recommendations/get', { lists: ['recommendations'] }],
])
