/** Facts from the start of an image, without decoding it. */
export interface ImageHeader {
  mediaType: string
  /** As displayed, after rotation. Null: damaged or not found yet. */
  width: number | null
  height: number | null
  /** Number of bytes from the start needed to find the size; absent when more wouldn't help. */
  needs?: number
}
