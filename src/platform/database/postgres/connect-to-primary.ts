import { Client } from 'pg'
import { checkIsPrimary, findPrimary, hostUrls } from './postgres-hosts.ts'
import { reachPostgres } from './reach-postgres.ts'

const TIMEOUT_MS = 5000

export interface PrimaryConnection {
  client: Client
  /** the address of that one host */
  url: string
  /** why the connection was lost; undefined while it holds */
  readonly lost: Error | undefined
}

/** One connection for the work of a command, to the host that accepts writes. Throws DatabaseUnavailable. */
export async function connectToPrimary(url: string): Promise<PrimaryConnection> {
  await reachPostgres(url)
  const urls = hostUrls(url)
  const failures = new Map<Client, Error>()
  const { host, connection: client } = await findPrimary(urls.length, 0, async (index) => {
    const connecting = new Client({ connectionString: urls[index]!, connectionTimeoutMillis: TIMEOUT_MS })
    connecting.on('error', (error) => failures.set(connecting, error))
    try {
      await connecting.connect()
      await checkIsPrimary(connecting)
      return connecting
    } catch (error) {
      await connecting.end().catch(() => {})
      throw error
    }
  })
  return {
    client,
    url: urls[host]!,
    get lost() {
      return failures.get(client)
    },
  }
}
