import { endProcessesOf, removeFoldersOf } from './leftovers.ts'

// Started by scripts/test.ts, which sends the folder of the run and then keeps the pipe open as long as it lives.
// However it ends, even if killed: no process that it started is left behind.
let folder = ''
process.stdin.setEncoding('utf8')
for await (const part of process.stdin) folder += part
if (folder !== '') {
  await endProcessesOf(folder)
  removeFoldersOf(folder)
}
