/** As in `settings-english.ts`. */
export default import.meta.glob<Record<string, string>>('./{admin,connections,imports,kobo,security,settings}.json', {
  eager: true,
  import: 'default',
})
