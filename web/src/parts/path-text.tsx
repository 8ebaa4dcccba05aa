/** A path within a text of either direction: its slashes stay where they are. */
export function PathText({ path }: { path: string }) {
  return <bdi dir="ltr">{path}</bdi>
}
