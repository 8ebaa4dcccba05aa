/**
 * `npm run bench`: the server's cost compared with bare servers; with `rivals`, compared with other running servers.
 */
const [, , part] = process.argv
if (part === 'rivals') process.argv.splice(2, 1)
if (part === 'rivals') await import('./other-servers/run.ts')
else await import('./run.ts')
