import { expect, it } from 'vitest'
import { RunningPolls } from './running-polls.ts'

it('knows which polls are for all series, and which progress reports to send', async () => {
  const polls = new RunningPolls()
  const poll = (sourceId: string, isForAll: boolean, work: () => Promise<void>) =>
    polls.during(1, { params: { sourceId }, isForAll }, work)
  expect(polls.mayReport(1, true)).toBe(false)
  await poll('a', true, async () => {
    expect([polls.isForAll(1, 'a'), polls.isForAll(1, 'b'), polls.isForAll(2, 'a')]).toEqual([true, false, false])
    const reports = [1000, 1050, 1100, 1150].map((now) => polls.mayReport(1, false, now))
    expect(reports).toEqual([true, false, true, false])
    expect(polls.mayReport(1, true, 1160)).toBe(true)
    // Of two, it is unclear which one is reported.
    await poll('b', false, async () => {
      expect(polls.isForAll(1, 'b')).toBe(false)
      expect(polls.mayReport(1, true, 5000)).toBe(false)
    })
    expect(polls.mayReport(1, false, 5000)).toBe(true)
  })
  expect(polls.isForAll(1, 'a')).toBe(false)
})
