/**
 * Whether something was asked for before, as far as `most` names tell. Most is asked for once, and to keep it then costs more
 * than to make it: whoever keeps things begins with the second time.
 */
export function rememberAsked(most: number): (name: string) => boolean {
  const asked = new Set<string>()
  return (name) => {
    const isAgain = asked.delete(name)
    asked.add(name)
    if (asked.size > most) asked.delete(asked.values().next().value!)
    return isAgain
  }
}
