/** The path here of their folder: by its longest mapped parent, or the folder itself. Otherwise the same path. */
export function mapFolderPath(folders: Readonly<Record<string, string>>, theirs: string): string {
  const whole = plain(theirs)
  const rules = Object.entries(folders)
    .map(([from, to]) => [plain(from), plain(to)] as const)
    .filter(([from]) => isWithin(whole, from))
    .sort(([a], [b]) => b.length - a.length)
  const [rule] = rules
  if (!rule) return whole
  const rest = whole.slice(rule[0].length).replace(/^\/+/, '')
  return rest === '' ? rule[1] : `${rule[1].replace(/\/+$/, '')}/${rest}`
}

/** Whether a folder is this one, or below it. */
export const isWithin = (path: string, root: string): boolean =>
  path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`)

const plain = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '')
