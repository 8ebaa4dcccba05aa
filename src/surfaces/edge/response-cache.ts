import { defineCache, type HasCaches } from '../../store/cache/caches.ts'
import { NO_REVISION } from '../../store/cache/revision-cache.ts'
import { SerializedAnswer, serializedAnswerOf, serializeOnce } from './serialized-answer.ts'

/** A feed with its media type. */
export interface TextWithMediaType {
  type: string
  text: string | Buffer
}

/**
 * Answers that were given before, for whoever asks the same; one room for all surfaces. Each has a name that moves with
 * everything the answer depends on, so none can be old: what nobody can ask for any more is pushed out by what is asked
 * for now. Only what is asked for a second time is stored.
 */
const responseCache = defineCache<string, SerializedAnswer | TextWithMediaType>('responses', {
  maxEntries: 100_000,
  maxBytes: 16_000_000,
  sizeOf: (response, name) =>
    name.length + (response instanceof SerializedAnswer ? response.body : response.text).length,
  onlyRepeated: 1000,
})

/** It may hold the whole body of a search: a thousand of those would take more room than all that is cached. */
const MAX_NAME_LENGTH = 10_000

/** The answer as it was before, or as it is made now. Of what it was made may go: its text is stored. */
export async function cacheResponse<Answer extends object | null>(
  owner: HasCaches,
  name: string,
  make: () => Promise<Answer>,
): Promise<Answer> {
  if (name.length > MAX_NAME_LENGTH) return make()
  const found = responseCache(owner).load(name, NO_REVISION, make, (made) =>
    serializedAnswerOf(made && serializeOnce(made)),
  )
  return found as Answer | Promise<Answer>
}

/** The same for feeds, which are text already. */
export async function cacheFeed(
  owner: HasCaches,
  name: string,
  make: () => Promise<TextWithMediaType>,
): Promise<TextWithMediaType> {
  if (name.length > MAX_NAME_LENGTH) return make()
  const pack = ({ type, text }: TextWithMediaType) => ({ type, text: Buffer.from(text) })
  return responseCache(owner).load(name, NO_REVISION, make, pack) as TextWithMediaType | Promise<TextWithMediaType>
}
