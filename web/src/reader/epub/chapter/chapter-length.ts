/** A position is a thousand packed bytes; this many bytes of prose pack to them, or somewhat fewer. */
const bytesPerPosition = 4000

/**
 * How long a chapter takes to lay out, in positions of ordinary prose. Text that repeats itself, or has much markup,
 * packs to few positions; its size counts then. Manifests saved for offline reading may lack it.
 */
export const chapterLength = (positions: number, size: number | undefined): number =>
  Math.max(positions, (size ?? 0) / bytesPerPosition)
