// Started by scripts/test.ts before the tests. Node writes what it compiled, and the types it stripped, when a process
// ends; those of the tests end last, and until then each of the thousands of threads they start would do it again.
const source = new URL('../../src/', import.meta.url)
const entries = [
  'cli/serve.ts',
  'worker-thread.ts',
  'store/sqlite/connection-thread.ts',
  'scan/walk/walk-thread.ts',
  'formats/isolate/reading-thread-body.ts',
  'images/decode-jxl-or-bmp-thread.ts',
  'images/panels/panel-thread.ts',
]
// The bodies of threads fail here, once they are compiled.
await Promise.allSettled(entries.map((entry) => import(new URL(entry, source).href)))
process.exit()
