import { expect } from 'vitest'
import { createLogger } from '../../src/platform/logging/log.ts'
import { createServer } from '../../src/server/http/create-server.ts'
import { openProducts } from '../../src/server/start/open-products.ts'
import { ACME_KEY, createDemoCompanies } from '../../src/telephony/demo/create-demo-companies.ts'
import { pbxAccountOf } from '../../src/telephony/phones/extensions/extension.ts'
import { makeCrashPlace } from './crash-place.ts'
import type { EngineName } from './engines.ts'
import { untilDone } from './outbox-entries.ts'
import { TelephonyClient } from './telephony-client.ts'

export interface Serving {
  telephony: Awaited<ReturnType<typeof openProducts>>['telephony']
  client: TelephonyClient
}

export interface CrashedExtension {
  _id: string
  data: { id: number; name: string; secret: string }
}

export type CrashPhones = Awaited<ReturnType<typeof makeCrashPhones>>

/** The demo companies, whose server a script kills while it changes extensions. */
export async function makeCrashPhones(engine: EngineName, scriptName: string) {
  const place = await makeCrashPlace(engine, scriptName)

  /** As a restarted server does. */
  async function whileServing<T>(work: (server: Serving) => Promise<T>): Promise<T> {
    const log = createLogger('silent')
    const products = await openProducts(place.config, log)
    const app = createServer(products, log)
    const client = new TelephonyClient(app, { authorization: `Bearer ${ACME_KEY}`, 'x-user-id': 'primary' })
    try {
      return await work({ telephony: products.telephony, client })
    } finally {
      await app.close()
      await products.stop()
    }
  }

  const { acme } = await whileServing(({ telephony }) => createDemoCompanies(telephony))
  const list = `/instances/${acme.instanceUuid}/bulks/extensions`
  const extensions = async ({ client }: Serving): Promise<CrashedExtension[]> =>
    (await client.get(list, { page_size: 1000 })).body

  return {
    ...place,
    /** the path of the extensions */
    list,
    whileServing,
    extensions,
    /** PBX and database say the same about every extension, when nothing is left to do. */
    async expectAgreement(server: Serving): Promise<void> {
      await untilDone(server.telephony.database, 'pbx_accounts')
      const { read } = server.telephony.database
      const [{ internal_domain: domain }] = (await server.client.get('/instances')).body
      const wanted = (await extensions(server)).map(({ data: { id, name, secret } }) => {
        const { number, ha1 } = pbxAccountOf({ number: id, name, data: {} }, { domain }, secret)
        return { number, ha1 }
      })
      const accounts = await read
        .selectFrom('pbx_accounts')
        .select(['number', 'ha1'])
        .where('domain', '=', domain)
        .orderBy('number')
        .execute()
      expect(accounts).toEqual(wanted)
    },
  }
}
