import { afterAll, beforeAll } from 'vitest'
import { testAidoku } from './apps/test-aidoku.fixture.ts'
import { testKmreader } from './apps/test-kmreader.fixture.ts'
import { testKomelia } from './apps/test-komelia.fixture.ts'
import { testKomf } from './apps/test-komf.fixture.ts'
import { testKomic } from './apps/test-komic.fixture.ts'
import { testKoreaderPlugins } from './apps/test-koreader-plugins.fixture.ts'
import { testLiseur } from './apps/test-liseur.fixture.ts'
import { testMihon } from './apps/test-mihon.fixture.ts'
import { testN8n } from './apps/test-n8n.fixture.ts'
import { testPaperback } from './apps/test-paperback.fixture.ts'
import { testWebAdmin } from './apps/test-web-admin.fixture.ts'
import { testWebInterfaces } from './apps/test-web-interfaces.fixture.ts'
import { type KomgaServer, openKomgaServer } from './komga-context.fixture.ts'

/** Each app makes its own calls, in its own order, with its own quirks; all of them on the same server. */
let server: KomgaServer
beforeAll(async () => {
  server = await openKomgaServer()
}, 120_000)
afterAll(() => server.close())
const open = () => server

testMihon(open)
testAidoku(open)
testPaperback(open)
testKmreader(open)
testKomic(open)
testKoreaderPlugins(open)
testKomelia(open)
testLiseur(open)
testN8n(open)
testKomf(open)
testWebAdmin(open)
testWebInterfaces(open)
