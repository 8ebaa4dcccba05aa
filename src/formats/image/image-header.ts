/** What the beginning of an image tells without decoding it. */
export interface ImageHeader {
  mediaType: string
  /** As it is shown: turned where the file says so. Null: broken or not seen. */
  width: number | null
  height: number | null
  /** With so many bytes from the start the size could be told; absent when more would not help. */
  needs?: number
}
