import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../../src/config/config.ts'
import { createLogger } from '../../../../src/platform/logging/log.ts'
import { LOCK_FILE } from '../../../../src/platform/nodes/lock-data-folder.ts'
import { createServer } from '../../../../src/server/http/create-server.ts'
import { openProducts } from '../../../../src/server/start/open-products.ts'
import { ACME_KEY, createDemoCompanies } from '../../../../src/telephony/demo/create-demo-companies.ts'
import { CarrierFailure } from '../../../../src/telephony/texting/carriers/carrier.ts'
import { type EngineName, engines, makePlace, type Place } from '../../../harness/engines.ts'
import { TelephonyClient } from '../../../harness/telephony-client.ts'
import { ADAS, converse, eventually, HANKS, publish, untilStatuses } from './texting-world.ts'

async function openServer(place: Place) {
  const config = readConfig(
    { development: true },
    {
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      PUBLIC_URL: 'http://phones.example.com',
      LOG_LEVEL: 'error',
    },
  )
  const log = createLogger(config.logLevel)
  const products = await openProducts(config, log)
  const app = createServer(products, log)
  await app.ready()
  return {
    telephony: products.telephony,
    ada: new TelephonyClient(app, { authorization: `Bearer ${ACME_KEY}`, 'x-user-id': 'primary' }),
    async stop() {
      await app.close()
      await products.stop()
    },
  }
}

async function place(engine: EngineName): Promise<Place> {
  const made = await makePlace(engine)
  onTestFinished(() => made.remove())
  return made
}

describe.each(engines)('texts after a restart on %s', (engine) => {
  it('what waits when a server stops is sent when the next one starts', async () => {
    const where = await place(engine)
    const first = await openServer(where)
    await createDemoCompanies(first.telephony)
    first.telephony.carrier.send = async () => {
      throw new CarrierFailure('away', 'away', true)
    }
    const conversation = await converse(first.ada, ADAS, HANKS)
    await publish(first.ada, conversation.id, '1')
    await publish(first.ada, conversation.id, '2')
    await untilStatuses(first.ada, conversation.id, ['sending', 'queued'])
    await first.stop()

    const second = await openServer(where)
    await untilStatuses(second.ada, conversation.id, ['delivered', 'delivered'])
    await second.stop()
  })
})

/** On PostgreSQL there are never two leaders: see test/nodes/telephony-leader.test.ts. */
describe('texts of a process that died on SQLite', () => {
  it('what a server was sending when it died is taken up by the next one', async () => {
    const where = await place('SQLite')
    const dead = await openServer(where)
    await createDemoCompanies(dead.telephony)
    let asked = 0
    let bury = () => {}
    dead.telephony.carrier.send = () => {
      asked += 1
      return new Promise((_resolve, reject) => {
        bury = () => reject(new CarrierFailure('dead', 'dead', false))
      })
    }
    const conversation = await converse(dead.ada, ADAS, HANKS)
    await publish(dead.ada, conversation.id, 'hello')
    await eventually(async () => expect(asked).toBe(1))

    // The lock of a process that died is gone.
    rmSync(join(where.dataDir, LOCK_FILE))
    const next = await openServer(where)
    await untilStatuses(next.ada, conversation.id, ['delivered'])
    // Late answers of the dead one do not count.
    bury()
    await dead.stop()
    await untilStatuses(next.ada, conversation.id, ['delivered'])
    await next.stop()
  })
})
