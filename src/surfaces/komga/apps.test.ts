import { afterAll, beforeAll } from 'vitest'
import { testMihon } from './apps/mihon.fixture.ts'
import { type KomgaHouse, openKomgaHouse } from './komga.fixture.ts'

/** Each app makes its own calls, in its own order, with its own quirks; all of them at the same server. */
let house: KomgaHouse
beforeAll(async () => {
  house = await openKomgaHouse()
}, 120_000)
afterAll(() => house.close())
const open = () => house

testMihon(open)
