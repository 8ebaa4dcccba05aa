import { run } from './cli/run.ts'

// Set and not `exit`: what is still being written to the terminal or a pipe gets there.
process.exitCode = await run(process.argv.slice(2))
