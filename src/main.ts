import { runCommand } from './cli/run-command.ts'

// A reader that closes the pipe early (`| head`) doesn't end the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

// Not `exit()`, which would lose output that is still being written to the terminal or a pipe.
process.exitCode = await runCommand(process.argv.slice(2))
