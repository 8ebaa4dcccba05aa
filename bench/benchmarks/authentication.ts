import type { Benchmark } from '../harness/bench.ts'
import { compare } from '../harness/compare-under-load.ts'
import { startLectern } from '../harness/lectern.ts'
import { throughputRow } from '../harness/throughput-row.ts'

/** The cost of authentication: `GET /auth/me` compared with a route that does nothing at all. */
export const authentication: Benchmark = {
  name: 'auth',
  about: 'Knowing who asks',
  async run({ sizes, driver, bare, tempFolder, row }) {
    const lectern = await startLectern(tempFolder('auth'))
    try {
      const path = '/api/v1/auth/me'
      const speed = await compare(
        driver,
        {
          empty: { subject: bare.routes, asks: [{ path: '/empty' }] },
          key: { subject: lectern, asks: [{ path, headers: lectern.key }] },
          token: { subject: lectern, asks: [{ path, headers: lectern.token }] },
        },
        sizes,
      )
      const beside = { what: 'empty Fastify route', speed: speed.empty }
      row(
        throughputRow('auth', 'GET /auth/me with an API key', speed.key, beside, {
          target: { of: 'ratio', atLeast: 0.6 },
        }),
      )
      row(throughputRow('auth', 'GET /auth/me with a JWT', speed.token, beside, { bound: { atLeast: 0.15 } }))
    } finally {
      await lectern.stop()
    }
  },
}
