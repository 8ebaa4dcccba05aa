import { expect, test } from 'vitest'
import { findRoom } from './find-room.ts'

const rooms = [
  { area: 'settings', path: 'profile' },
  { area: 'settings', path: 'profile/api-keys' },
  { area: 'admin', path: 'users' },
]

test('the bare address opens the first room of its area', () => {
  expect(findRoom(rooms, 'settings', '')).toEqual({ room: rooms[0], rest: '' })
  expect(findRoom(rooms, 'admin', '')).toEqual({ room: rooms[2], rest: '' })
})

test('the longer path wins, and what is behind it is left for the room', () => {
  expect(findRoom(rooms, 'settings', 'profile/api-keys/new')).toEqual({ room: rooms[1], rest: 'new' })
  expect(findRoom(rooms, 'settings', 'profile')).toEqual({ room: rooms[0], rest: '' })
})

test('an unknown address, or one of the other area, leads nowhere', () => {
  expect(findRoom(rooms, 'settings', 'users')).toBeUndefined()
  expect(findRoom(rooms, 'settings', 'profiles')).toBeUndefined()
})
