import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../../src/config/config.ts'
import { systemClock } from '../../../../src/platform/clock.ts'
import { createLogger } from '../../../../src/platform/logging/log.ts'
import { createServer } from '../../../../src/server/http/create-server.ts'
import { openProducts, type Products } from '../../../../src/server/start/open-products.ts'
import { createDemoCompanies } from '../../../../src/telephony/demo/create-demo-companies.ts'
import { buildScript } from '../../../harness/build-script.ts'
import { makePdf, missingDocumentPrograms } from '../../../harness/documents.ts'
import { engines, makePlace, type Place } from '../../../harness/engines.ts'
import { ACME_FAX, eventually } from '../../../harness/fax-world.ts'
import { entriesOf } from '../../../harness/outbox-entries.ts'
import { TelephonyClient } from '../../../harness/telephony-client.ts'

/** How far the fax had come. What follows from our own order of steps is tried on one engine only. */
const steps = {
  SQLite: ['queued', 'media.processed', 'sending', 'received', 'mailing', 'mailed'],
  PostgreSQL: ['queued', 'received'],
}

describe.skipIf(missingDocumentPrograms)(`killed while a fax is on its way${missingDocumentPrograms}`, () => {
  describe.each(engines)('on %s', (engine) => {
    const configOf = (place: Place) =>
      readConfig(
        { development: true },
        {
          DATA_DIR: place.dataDir,
          ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
          LOG_LEVEL: 'silent',
        },
      )

    async function whileOpen(
      place: Place,
      purpose: 'server' | 'command',
      work: (products: Products) => Promise<void>,
    ) {
      const products = await openProducts(configOf(place), createLogger('silent'), systemClock, purpose)
      try {
        await work(products)
      } finally {
        await products.stop()
      }
    }

    it.each(steps[engine])('when it was %s: it arrives once, and is mailed', async (step) => {
      const place = await makePlace(engine)
      try {
        await whileOpen(
          place,
          'command',
          async ({ telephony }) => void (await createDemoCompanies(telephony)),
        )
        const argument = { config: configOf(place), step, to: ACME_FAX, pdf: makePdf(2).toString('base64') }
        const script = await buildScript('die-while-faxing')
        const child = spawn(process.execPath, [script, JSON.stringify(argument)], {
          stdio: ['ignore', 'inherit', 'inherit'],
        })
        expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])

        await whileOpen(place, 'server', async (products) => {
          const app = createServer(products, createLogger('silent'))
          const as = (key: string) =>
            new TelephonyClient(app, { authorization: `Bearer ${key}`, 'x-user-id': 'primary' })
          const list = async (key: string) => (await as(key).get('/fax/messages')).body
          await eventually(
            'it is delivered',
            async () => (await list('dev-globex-key'))[0].status === 'delivered',
          )
          const received = await list('dev-acme-key')
          expect(received).toHaveLength(1)
          expect(received[0]).toMatchObject({ direction: 'inbound', pages: 2 })
          expect((await as('dev-acme-key').get(`/fax/messages/${received[0].id}/file`)).status).toBe(200)
          const { read } = products.telephony.database
          await eventually(
            'all mails are sent',
            async () => (await entriesOf({ read }, 'fax_mail')).length === 0,
          )
          await app.close()
        })
        // Between sending a mail and noting it nothing can help: then it comes twice, never not at all.
        const mails = readdirSync(join(place.dataDir, 'mails')).filter((name) => name.endsWith('.eml'))
        expect(mails).toHaveLength(step === 'mailed' ? 2 : 1)
      } finally {
        await place.remove()
      }
    })
  })
})
