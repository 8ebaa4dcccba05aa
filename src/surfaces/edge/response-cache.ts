import { defineCache, type HasCaches } from '../../store/cache/caches.ts'
import { NO_REVISION } from '../../store/cache/revision-cache.ts'
import { SerializedAnswer, serializedAnswerOf, serializeOnce } from './serialized-answer.ts'
import { StreamedAnswer } from './streamed-answer.ts'

/** A feed with its media type. */
export interface TextWithMediaType {
  type: string
  text: string | Buffer
}

/**
 * Recent responses, for repeated requests; one cache for all surfaces. Each key changes with everything the response
 * depends on, so none can be stale: entries that can't be requested any more are displaced by current ones. Only
 * responses that are requested a second time are stored.
 */
const responseCache = defineCache<string, SerializedAnswer | TextWithMediaType | StreamedAnswer>('responses', {
  maxEntries: 100_000,
  maxBytes: 16_000_000,
  // A streamed one is too long to be stored.
  sizeOf: (response, name) => {
    if (response instanceof StreamedAnswer) return Number.POSITIVE_INFINITY
    return name.length + (response instanceof SerializedAnswer ? response.body : response.text).length
  },
  onlyRepeated: 1000,
})

/**
 * A key may contain the whole body of a search: a thousand of those would take more space than all cached responses.
 */
const MAX_NAME_LENGTH = 10_000

/** Returns the cached response, or creates it. Only its text is stored, so the objects it was made of can be freed. */
export async function cacheResponse<Answer extends object | null>(
  owner: HasCaches,
  name: string,
  make: () => Promise<Answer>,
): Promise<Answer> {
  if (name.length > MAX_NAME_LENGTH) return make()
  const found = responseCache(owner).load(name, NO_REVISION, make, (made) =>
    made instanceof StreamedAnswer ? made : serializedAnswerOf(made && serializeOnce(made)),
  )
  return found as Answer | Promise<Answer>
}

/** The same for feeds, which are already text. */
export async function cacheFeed(
  owner: HasCaches,
  name: string,
  make: () => Promise<TextWithMediaType>,
): Promise<TextWithMediaType> {
  if (name.length > MAX_NAME_LENGTH) return make()
  const pack = ({ type, text }: TextWithMediaType) => ({ type, text: Buffer.from(text) })
  return responseCache(owner).load(name, NO_REVISION, make, pack) as TextWithMediaType | Promise<TextWithMediaType>
}
