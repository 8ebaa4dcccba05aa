import { afterEach, expect, test, vi } from 'vitest'
import { preferencesQuery, setPreference } from './preferences.ts'
import { queryClient } from './query-client.ts'

afterEach(() => vi.unstubAllGlobals())

test('changes of one setting reach the server one after the other, the last one last', async () => {
  const asked: { value: unknown; answer: () => void }[] = []
  const answers = (_: string, init: RequestInit) =>
    new Promise((resolve) =>
      asked.push({
        value: JSON.parse(String(init.body)).value,
        answer: () => resolve(new Response(null, { status: 204 })),
      }),
    )
  vi.stubGlobal('fetch', vi.fn(answers))
  vi.stubGlobal('document', { baseURI: 'http://localhost/' })
  const done = setPreference('reader.pdf', { zoom: 1 })
  void setPreference('reader.pdf', { zoom: 2 })
  void setPreference('reader.pdf', { zoom: 3 })
  expect(queryClient.getQueryData(preferencesQuery.queryKey)).toEqual({ 'reader.pdf': { zoom: 3 } })
  // Later values wait for the first request; only the last of them is sent.
  await expect.poll(() => asked).toHaveLength(1)
  asked[0]?.answer()
  await expect.poll(() => asked).toHaveLength(2)
  asked[1]?.answer()
  await done
  expect(asked.map(({ value }) => value)).toEqual([{ zoom: 1 }, { zoom: 3 }])
})
