/** `npm run bench`: what the server costs beside bare things, or, with `rivals`, beside other servers that are running. */
if (process.argv[2] === 'rivals') {
  process.argv.splice(2, 1)
  await import('./rivals/run.ts')
} else await import('./run.ts')
