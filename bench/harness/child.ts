import { type ChildProcess, spawn } from 'node:child_process'

/** Starts a process and waits for the line that reports it as ready. Its output is kept for the error message. */
export async function startChild(
  args: readonly string[],
  isReady: (line: string) => boolean,
  env: Record<string, string> = {},
): Promise<{ child: ChildProcess; line: string; ms: number }> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
  endsWithUs(child)
  let output = ''
  const line = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000)
      const found = output.split('\n').slice(0, -1).find(isReady)
      if (found) resolve(found)
    }
    child.stdout!.on('data', listen)
    child.stderr!.on('data', listen)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}:\n${output}`)))
  })
  return { child, line, ms: performance.now() - began }
}

/** Asks a process to end and waits for it; one that doesn't react is killed. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const impatient = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(impatient)
}

/** Runs a script to its end; returns the last line it printed. */
export async function runChild(args: readonly string[], input = '', env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
  endsWithUs(child)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stdin.end(input)
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${output}`)
  return output.trim().split('\n').at(-1) ?? ''
}

function endsWithUs(child: ChildProcess): void {
  const killToo = () => child.kill('SIGKILL')
  // Before its files are deleted.
  process.prependOnceListener('exit', killToo)
  child.once('exit', () => process.off('exit', killToo))
}
