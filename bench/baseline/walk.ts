import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `node bench/baseline/walk.ts FOLDER`: how long it takes to walk a folder and stat each file. In a separate process,
 * so that its memory doesn't count as the scan's; measures the second pass, when its code is as warm as the scan's.
 */
const folder = process.argv[2]!
walk(folder)
const started = performance.now()
walk(folder)
console.log(performance.now() - started)

function walk(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) walk(inside)
    else statSync(inside)
  }
}
