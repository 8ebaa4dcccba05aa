/** What the server says, which it says in English itself. */
export default import.meta.glob<Record<string, string>>('./reasons.json', { eager: true, import: 'default' })
