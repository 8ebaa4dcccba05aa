import { runCommand } from './cli/run-command.ts'

// Set and not `exit`: what is still being written to the terminal or a pipe gets there.
process.exitCode = await runCommand(process.argv.slice(2))
