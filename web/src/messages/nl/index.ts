/** Every catalogue of this language; a file of its own, so that its words are loaded only by those who read them. */
export default import.meta.glob<Record<string, string>>('./*.json', { eager: true, import: 'default' })
