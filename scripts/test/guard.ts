import { endProcessesOf, removeFoldersOf } from './leftovers.ts'

// Started by scripts/test.ts, which says the folder of the run and then keeps the pipe open for as long as it lives.
// However it ends, also killed at once: nothing that it started is left behind.
let folder = ''
process.stdin.setEncoding('utf8')
for await (const part of process.stdin) folder += part
if (folder !== '') {
  await endProcessesOf(folder)
  removeFoldersOf(folder)
}
