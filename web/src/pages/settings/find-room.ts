/** The room an address leads to, and what is left of the address for it. The longer path wins: keys are in the profile. */
export function findRoom<R extends { area: string; path: string }>(
  rooms: R[],
  area: string,
  address: string,
): { room: R; rest: string } | undefined {
  const inArea = rooms.filter((room) => room.area === area)
  const first = inArea[0]
  if (address === '') return first && { room: first, rest: '' }
  const room = inArea
    .filter(({ path }) => address === path || address.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
  return room && { room, rest: address.slice(room.path.length + 1) }
}
