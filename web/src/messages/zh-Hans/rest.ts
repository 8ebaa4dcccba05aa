export default import.meta.glob<Record<string, string>>(['./*.json', '!./common.json', '!./first.json'], {
  eager: true,
  import: 'default',
})
