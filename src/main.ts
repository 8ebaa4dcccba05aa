import { runCommand } from './cli/run-command.ts'

// Whoever reads only the beginning of what a command says (`| head`) does not end what it is doing.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

// Set and not `exit`: what is still being written to the terminal or a pipe gets there.
process.exitCode = await runCommand(process.argv.slice(2))
