/** What the first page may say (as in `first-pages-english.ts`), in a file of its own: only who reads the language loads it. */
export default import.meta.glob<Record<string, string>>(['./common.json', './first.json'], {
  eager: true,
  import: 'default',
})

export const loadOtherPages = () => import('./other-pages.ts')
export const loadSettings = () => import('./settings.ts')
export const loadReasons = () => import('./reasons.ts')
