/**
 * `npm run bench`: what the server costs beside bare things; with `rivals`, beside other servers that are running; with
 * `readers`, what reading costs in a browser.
 */
const [, , part] = process.argv
if (part === 'rivals' || part === 'readers') process.argv.splice(2, 1)
if (part === 'rivals') await import('./rivals/run.ts')
else if (part === 'readers') await import('./readers.ts')
else await import('./run.ts')
