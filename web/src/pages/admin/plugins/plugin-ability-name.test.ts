import { expect, it } from 'vitest'
import { otherPagesEnglish } from '../../../messages/other-pages-english.ts'
import { addEnglish } from '../../../messages/t.ts'
import { pluginAbilityName } from './plugin-ability-name.ts'

addEnglish(otherPagesEnglish)

it('says in words what a version of a plugin can do', () => {
  const names = [
    ['metadata:book', 'Metadata (Books)'],
    ['metadata:series', 'Metadata (Series)'],
    ['releases', 'Releases'],
    ['sees:full-metadata', 'Summary, people, publisher and language'],
    ['sees:detailed-progress', 'Which books you have read'],
    ['signs-in:anilist.co', 'Sign-in with the service (anilist.co)'],
    ['credential:api_key', 'Credentials (api_key)'],
  ] as const
  for (const [ability, name] of names) expect(pluginAbilityName(ability)).toBe(name)
})
