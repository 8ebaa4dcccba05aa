import { parseArgs } from 'node:util'
import { type FuzzFormat, fuzz, fuzzFormats } from '../test/fixtures/fuzz.ts'

// npm run fuzz -- [--count 20000] [--seed 1] [--format pdf]: damages good files and reads each. Files that cause a
// failure are kept, and their paths printed.

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    format: { type: 'string', multiple: true, default: [...fuzzFormats] },
  },
})

let failures = 0
for (const format of values.format as FuzzFormat[]) {
  const report = await fuzz(format, Number(values.count), Number(values.seed))
  console.log(`${format} (seed ${values.seed}): ${report.tried} files`, report.outcomes)
  for (const { path, what } of report.failures) console.log(`  ${path}: ${what}`)
  failures += report.failures.length
}
process.exitCode = failures === 0 ? 0 : 1
