/** `npm run bench`: what the server costs beside bare things; with `rivals`, beside other servers that are running. */
const [, , part] = process.argv
if (part === 'rivals') process.argv.splice(2, 1)
if (part === 'rivals') await import('./other-servers/run.ts')
else await import('./run.ts')
