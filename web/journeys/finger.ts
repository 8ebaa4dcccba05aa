import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'

type Point = [x: number, y: number]

export interface Finger {
  /** Puts all fingers down at once. */
  down: (...at: Point[]) => Promise<void>
  move: (...to: Point[]) => Promise<void>
  up: () => Promise<void>
  /** Drags one finger, then lifts it. */
  drag: (from: Point, to: Point) => Promise<void>
}

/** Real touch events, as from a touch screen: several points, many moves. */
export async function fingersOn(page: Page, context: BrowserContext): Promise<Finger> {
  const client = await context.newCDPSession(page)
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) => {
    await client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
    await sleep(16)
  }
  const finger: Finger = {
    down: (...at) => send('touchStart', at),
    move: (...to) => send('touchMove', to),
    up: () => send('touchEnd', []),
    async drag([x, y], [toX, toY]) {
      await finger.down([x, y])
      for (let part = 1; part <= 6; part++) await finger.move([x + ((toX - x) * part) / 6, y + ((toY - y) * part) / 6])
      await finger.up()
    },
  }
  return finger
}
