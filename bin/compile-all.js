// Loads every source once, for what the compile cache keeps of it. One that is meant for a thread fails here, compiled.
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const exclude = ['**/*.test.ts', '**/*.fixture.ts']
// What src/main.ts does when it is loaded.
process.argv[2] = 'help'
for (const file of globSync(['src/**/*.ts', 'lib/**/*.js'], { cwd: fileURLToPath(root), exclude })) {
  import(new URL(file, root)).catch(() => {})
}
