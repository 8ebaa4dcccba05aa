/** What the first page may say (as in `first-pages-english.ts`), in a file of its own: only who reads the language loads it. */
export default import.meta.glob<Record<string, string>>(['./common.json', './first.json'], {
  eager: true,
  import: 'default',
})

export const loadRest = () => import('./rest.ts')
