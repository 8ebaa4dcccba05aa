import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** One line that is not shown. Without a terminal it is the first line that comes in. */
export async function askPassword(question: string): Promise<string> {
  const terminal = process.stdin.isTTY === true
  if (terminal) process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const input = createInterface({ input: process.stdin, output: nowhere, terminal })
  try {
    for await (const line of input) return line
    return ''
  } finally {
    input.close()
    if (terminal) process.stderr.write('\n')
  }
}
