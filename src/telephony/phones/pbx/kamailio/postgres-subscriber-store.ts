import { Pool } from 'pg'
import type { Logger } from '../../../../platform/log.ts'
import { PbxFailure } from '../pbx.ts'
import {
  readAddresses,
  type SubscriberRow,
  type SubscriberStore,
  subscriberStatements,
} from './subscriber-store.ts'

const PATIENCE_MS = 3000

export function openPostgresSubscriberStore(url: string, log: Logger): SubscriberStore {
  const pool = new Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    // The database times out first: what we report as failed must not happen afterwards.
    statement_timeout: PATIENCE_MS - 500,
    keepAlive: true,
  })
  // An idle connection that the server closes is replaced. The error must not end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'lost a connection to the database of Kamailio'))

  async function query(statement: keyof typeof subscriberStatements, values: readonly string[] = []) {
    try {
      return (await pool.query<SubscriberRow>(subscriberStatements[statement], [...values])).rows
    } catch (error) {
      throw new PbxFailure('The database of Kamailio cannot be used.', { cause: error })
    }
  }

  return {
    async find(address) {
      const [row] = await query('find', [String(address.number), address.domain])
      return row && { number: address.number, domain: address.domain, ha1: row.ha1 }
    },
    list: async () => readAddresses(await query('list')),
    async put({ number, domain, ha1 }) {
      await query('put', [String(number), domain, ha1])
    },
    async remove({ number, domain }) {
      await query('remove', [String(number), domain])
    },
    async ping() {
      await query('ping')
    },
    close: () => pool.end(),
  }
}
