import { expect, test } from 'vitest'
import { cronFromSchedule, scheduleFromCron } from './scan-schedule.ts'

test('plain frequencys come back as they were written', () => {
  for (const cron of ['0 * * * *', '30 4 * * *', '5 23 * * 0', '0 4 * * 6']) {
    const schedule = scheduleFromCron(cron)
    expect(schedule.frequency).not.toBe('custom')
    expect(cronFromSchedule(schedule)).toBe(cron)
  }
})

test('Sunday may be written as 7', () => {
  expect(scheduleFromCron('0 4 * * 7')).toMatchObject({ frequency: 'weekly', weekday: 0, time: '04:00' })
})

test('a schedule without a plain form is kept word for word', () => {
  for (const cron of ['*/15 * * * *', '0 4 1 * *', '0 0 4 * * *', '0 4 * * 1-5']) {
    expect(scheduleFromCron(cron).frequency).toBe('custom')
    expect(cronFromSchedule(scheduleFromCron(cron))).toBe(cron)
  }
})

test('an empty schedule is none', () => {
  expect(cronFromSchedule(scheduleFromCron(null))).toBeNull()
})
