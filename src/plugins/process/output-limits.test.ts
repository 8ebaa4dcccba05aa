import { expect, it } from 'vitest'
import { reasonOf } from '../../contract/reasons.ts'
import { OutputLimits } from './output-limits.ts'

/** Requests as fast as they are read, for this many seconds. */
function request(limits: OutputLimits, perSecond: number, seconds: number): void {
  for (let second = 0; second < seconds; second++) {
    for (let n = 0; n < perSecond; n++) limits.countRequest()
    limits.startSecond()
  }
}

it('ends a plugin that sends requests at full speed for most of a minute', () => {
  const floods: string[] = []
  const limits = new OutputLimits((what) => floods.push(what))
  request(limits, 400, 60)
  expect(floods).toEqual([])
  request(limits, 500, 51)
  expect(floods[0]).toBe('sent more than 25000 requests within a minute')
  expect(reasonOf(`The plugin’s process ${floods[0]}.`)?.code).toBe('plugin_sent_requests_minute')
})
