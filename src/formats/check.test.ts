import { expect, it } from 'vitest'
import { makePng } from '../../test/fixtures/make-images.ts'
import { makeZip } from '../../test/fixtures/make-zip.ts'
import { tempFiles } from '../../test/fixtures/temp-files.ts'
import { type CheckResult, checkFiles } from './check.ts'
import { defaultLimits } from './limits.ts'

const write = tempFiles()

it('a check tells of every file what it is, or what is wrong with it, as plain data', async () => {
  const good = write('good.cbz', makeZip([{ name: '1.png', data: makePng(2, 2) }]))
  const bad = write('bad.cbz', 'no archive')
  const results: CheckResult[] = []
  for await (const result of checkFiles([good, bad], defaultLimits)) results.push(JSON.parse(JSON.stringify(result)))
  expect(results).toMatchObject([
    { path: good, ok: true, publication: { kind: 'comic', pageCount: 1 }, error: null },
    { path: bad, ok: false, publication: null, error: { type: 'format_detection' } },
  ])
})
