/**
 * Reads a response from a server that nobody vouches for. Undefined as soon as it is larger than `max` bytes; rejects
 * when the connection breaks, or `fetch`’s signal ends it.
 */
export async function readResponseBody({ body }: Response, max: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    // Leaving the loop cancels the download.
    if (size > max) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
