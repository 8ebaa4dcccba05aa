import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { doctorSentences } from '../src/contract/doctor.ts'
import { importDetailSentences } from '../src/contract/import-details.ts'
import { reasonSentences } from '../src/contract/reasons.ts'
import { catalogueProblems, type Messages, messageNamesFile } from '../web/src/messages/check-catalogue.ts'

// npm run languages: writes the files derived from the English catalogues, then reports what each language lacks and
// what is wrong in it. With --check it writes nothing and fails if something is wrong or out of date.
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const folder = resolve(import.meta.dirname, '../web/src/messages')

writeOrCheck(
  'en/reasons.json',
  `${JSON.stringify(Object.fromEntries(Object.entries({ ...reasonSentences, ...doctorSentences, ...importDetailSentences }).map(([code, text]) => [`reason.${code}`, text])), null, 2)}\n`,
)
const english = readAreas('en')
writeOrCheck('message-names.ts', messageNamesFile(Object.assign({}, ...Object.values({ ...english, reasons: {} }))))

const total = Object.values(english).reduce((sum, messages) => sum + Object.keys(messages).length, 0)
console.log(`en       ${total} messages`)
for (const language of readdirSync(folder, { withFileTypes: true })) {
  if (!language.isDirectory() || language.name === 'en') continue
  const areas = readAreas(language.name)
  const problems = Object.entries(areas).flatMap(([area, messages]) =>
    catalogueProblems(language.name, english[area] ?? {}, messages).map(
      (problem) => `${language.name}/${area}.json ${problem}`,
    ),
  )
  const missing = Object.entries(english).map(
    ([area, messages]) => [area, Object.keys(messages).filter((key) => !(key in (areas[area] ?? {}))).length] as const,
  )
  const sum = missing.reduce((all, [, count]) => all + count, 0)
  const where = missing.filter(([, count]) => count > 0).map(([area, count]) => `${area} ${count}`)
  console.log(`${language.name.padEnd(8)} ${sum} missing${sum > 0 ? ` (${where.join(', ')})` : ''}`)
  for (const problem of problems) fail(problem)
}

function readAreas(language: string): Record<string, Messages> {
  const files = readdirSync(join(folder, language)).filter((file) => file.endsWith('.json'))
  return Object.fromEntries(
    files.map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(folder, language, file), 'utf8'))]),
  )
}

function writeOrCheck(file: string, text: string) {
  const path = join(folder, file)
  if (!values.check) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text)
    fail(`web/src/messages/${file} is out of date: run “npm run languages”.`)
}

function fail(problem: string) {
  console.error(problem)
  process.exitCode = 1
}
