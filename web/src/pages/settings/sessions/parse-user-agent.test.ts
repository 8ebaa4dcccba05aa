import { expect, test } from 'vitest'
import { parseUserAgent } from './parse-user-agent.ts'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox', 'Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36', 'Chrome', 'Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0', 'Edge', 'Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  ['KOReader/2024.04 (Kobo) LuaSocket/3.0', 'KOReader', undefined],
  ['Bookshelf Reader/2.1', 'Bookshelf Reader', undefined],
  ['Mozilla/5.0 (unheard of)', undefined, undefined],
  ['', undefined, undefined],
])('%s', (userAgent, app, system) => {
  expect(parseUserAgent(userAgent)).toEqual({ app, system })
})
