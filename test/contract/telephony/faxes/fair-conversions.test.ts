import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../../../src/config/config.ts'
import { CONVERSIONS_WAITING } from '../../../../src/platform/documents/in-work-folder.ts'
import { createLogger } from '../../../../src/platform/logging/log.ts'
import { createServer } from '../../../../src/server/http/create-server.ts'
import { openProducts, type Products } from '../../../../src/server/start/open-products.ts'
import {
  ACME_KEY,
  createDemoCompanies,
  GLOBEX_KEY,
} from '../../../../src/telephony/demo/create-demo-companies.ts'
import { handleFaxes } from '../../../../src/telephony/fax/sending/fax-sender.ts'
import type { Telephony } from '../../../../src/telephony/telephony.ts'
import { makePdf, missingDocumentPrograms } from '../../../harness/documents.ts'
import { engines, makePlace } from '../../../harness/engines.ts'
import { ACME_FAX, GLOBEX_FAX, postFax } from '../../../harness/fax-world.ts'
import { TelephonyClient } from '../../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { uploadFile } from '../../../harness/upload-file.ts'
import { withoutPrograms } from '../../../harness/without-programs.ts'

describe.skipIf(missingDocumentPrograms)(`companies take turns${missingDocumentPrograms}`, () => {
  describe.each(engines)('on %s', (engine) => {
    let world: TelephonyWorld
    beforeAll(async () => {
      world = await startTelephonyWorld(engine)
    })
    afterAll(() => world.stop())

    it('who wants many pages delays the page of another company by those in progress', async () => {
      const [acme, globex] = [await uploadFile(world.ada, makePdf()), await uploadFile(world.hank, makePdf())]
      let done = 0
      const many = Array.from({ length: 8 }, async () => {
        await world.ada.post(`/conversion/files/${acme.id}/representation?page=1`)
        done += 1
      })
      const first = await Promise.race([Promise.race(many), Promise.resolve()])
      expect(first).toBeUndefined()
      expect((await world.hank.post(`/conversion/files/${globex.id}/representation?page=1`)).status).toBe(200)
      // Two were in progress, and beside that of Globex one or two more of Acme's may have come to their end.
      expect(done).toBeLessThan(7)
      await Promise.all(many)
    })

    it('of faxes, too: they are sent in turns', async () => {
      const place = await makePlace(engine)
      const { dataDir: DATA_DIR, databaseUrl } = place
      const config = readConfig({}, { DATA_DIR, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })
      const log = createLogger('silent')
      const { telephony, ...products } = await openProducts(config, log, undefined, 'command')
      await createDemoCompanies(telephony)
      const app = createServer({ telephony, ...products } as Products, log)
      const client = (key: string) =>
        new TelephonyClient(app, { authorization: `Bearer ${key}`, 'x-user-id': 'primary' })
      for (let count = 0; count < 3; count += 1) {
        expect((await postFax(client(ACME_KEY), makePdf(), { to: GLOBEX_FAX })).status).toBe(202)
      }
      expect((await postFax(client(GLOBEX_KEY), makePdf(), { to: ACME_FAX })).status).toBe(202)
      const sent: string[] = []
      const faxLine = { send: async ({ from }: { from: string }) => void sent.push(from) }
      handleFaxes({ ...telephony, faxLine } as unknown as Telephony, () => true)
      await telephony.outbox.start()
      await vi.waitFor(() => expect(sent).toHaveLength(4), { timeout: 60_000 })
      expect(sent.slice(0, 2).sort()).toEqual([ACME_FAX, GLOBEX_FAX].sort())
      await telephony.outbox.stop()
      await app.close()
      await products.stop()
      await place.remove()
    })

    it('more than may wait: 429, and the other company is not refused', async () => {
      const acme = await withoutPrograms(() => uploadFile(world.ada, makePdf()))
      const globex = await withoutPrograms(() => uploadFile(world.hank, makePdf()))
      const path = (id: string) => `/conversion/files/${id}/representation?page=1`
      await withoutPrograms(async () => {
        const all = Array.from({ length: CONVERSIONS_WAITING + 20 }, () => world.ada.post(path(acme.id)))
        const other = world.hank.post(path(globex.id))
        const answers = await Promise.all(all)
        const refused = answers.filter(({ status }) => status === 429)
        expect(refused.length).toBeGreaterThan(0)
        expect(refused[0]!.body.detail).toBe(
          `Too many documents of this organization wait to be converted (limit: ${CONVERSIONS_WAITING})`,
        )
        expect(refused[0]!.headers['retry-after']).toBe('5')
        expect((await other).status).toBe(503)
      })
    })
  })
})
