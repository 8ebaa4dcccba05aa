/** As in `other-pages-english.ts`: all but what stands in the three files beside this one. */
export default import.meta.glob<Record<string, string>>(
  ['./*.json', '!./{common,first,admin,connections,imports,kobo,security,settings,reasons}.json'],
  { eager: true, import: 'default' },
)
