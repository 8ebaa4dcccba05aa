import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reasonOf } from '../src/contract/reasons.ts'

const root = join(import.meta.dirname, '..')
/** Only seen by apps and scripts: they read the sentence in English, or the status. */
const notForPeople = /surfaces\/(komga|kobo|koreader|opds|help|docs|edge)\/|surfaces\/(authenticator|setup-token)\.ts/
/** Contains values that can't be translated, or is only caused by a script's wrong URL or body. */
const withoutCode = [
  /^There is no such (external )?\{/,
  /^Only EPUB books have resources\.$/,
  /^The requested range is outside/,
  /^Tiles are drawn/,
  /^There is no such tile\.$/,
  /^This is not an API key/,
  /^There is no runtime setting/,
  /^Too many requests\./,
]

test('every refusal that people see has a code, so that the interface can translate it', () => {
  const found = globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file) && !notForPeople.test(file))
    .flatMap((file) => refusalsIn(readFileSync(join(root, file), 'utf8')).map((sentence) => ({ file, sentence })))
  expect(found.length).toBeGreaterThan(100)
  const without = found.filter(({ sentence }) => !reasonOf(sentence) && !withoutCode.some((one) => one.test(sentence)))
  expect(without).toEqual([])
})

/** Only seen by the author of a plugin or a metadata file, in its log; or only requested by Komga’s apps. */
const notShown = /plugins\/(host\/(answer|storage)|releases|process\/sandbox)|formats\/sidecar|catalog\/files\//
const failuresWithoutCode = [
  /^The PDF is not open any more\.$/,
  /^Pages of a PDF are drawn/,
  /^This file has no text\.$/,
  /^it is not in the archive\.$/,
  /^The server is closing\.$/,
  /^\{…\}$/,
  /^This is a Lectern export\.$/,
  /^This \{…\} no longer exists\.$/,
  /found nothing for/,
  // Their variants have their own codes.
  /^This EPUB is protected\{…\} and/,
  /^“\{…\}” \{…\}\.$/,
  /^The address (redirects|must start)/,
]

test('errors stored with a file, a task or a plugin have a code, too', () => {
  const found = globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file) && !notForPeople.test(file) && !notShown.test(file))
    .flatMap((file) => failuresIn(readFileSync(join(root, file), 'utf8')).map((sentence) => ({ file, sentence })))
  expect(found.length).toBeGreaterThan(80)
  const without = found.filter(
    ({ sentence }) => !reasonOf(sentence) && !failuresWithoutCode.some((one) => one.test(sentence)),
  )
  expect(without).toEqual([])
})

/** The sentences of errors that are shown to users later. */
function failuresIn(text: string): string[] {
  const calls = text.matchAll(
    /new (?:FormatError|PluginError|PermanentTaskError|LibraryOffline|ForeignFileError|FetchRefused)\(\s*(?:[\w.']+,\s*)?(?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)\s*[,)]/g,
  )
  return [...calls]
    .map(([, plain, filled]) => plain ?? filled!.replace(/\$\{[^}]*\}/g, '{…}'))
    .filter((sentence) => sentence.includes(' '))
}

/** The sentences passed to `problem` in this text; placeholders become `{…}`. */
function refusalsIn(text: string): string[] {
  const calls = text.matchAll(/problem\(\s*'[a-z_]+',\s*(?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)/g)
  return [...calls].map(([, plain, filled]) => plain ?? filled!.replace(/\$\{[^}]*\}/g, '{…}'))
}
