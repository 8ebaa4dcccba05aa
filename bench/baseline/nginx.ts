import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopChild } from '../harness/child.ts'
import type { Subject } from '../harness/compare-under-load.ts'

/** nginx with one worker on a folder, if it is installed. In one process, so that its CPU time can be measured. */
export async function startNginx(
  folder: string,
  own: string,
): Promise<(Subject & { stop(): Promise<void> }) | undefined> {
  if (!isInstalled()) return undefined
  const port = await freePort()
  mkdirSync(join(own, 'logs'), { recursive: true })
  const config = join(own, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; master_process off; worker_processes 1; pid ${own}/pid; error_log ${own}/error.log;
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=100;
  types { image/jpeg jpg; } client_body_temp_path ${own}/body; proxy_temp_path ${own}/proxy;
  fastcgi_temp_path ${own}/fastcgi; uwsgi_temp_path ${own}/uwsgi; scgi_temp_path ${own}/scgi;
  server { listen 127.0.0.1:${port}; root ${folder}; }
}`,
  )
  const child: ChildProcess = spawn('nginx', ['-p', own, '-c', config], { stdio: 'inherit' })
  await answers(port)
  return { pid: child.pid!, port, stop: () => stopChild(child) }
}

function isInstalled(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const found = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (found) return
    await sleep(50)
  }
  throw new Error('nginx did not start')
}
