import type { PbxAddress } from '../pbx.ts'

export interface Subscriber extends PbxAddress {
  readonly ha1: string
}

/** The table `subscriber` in Kamailio's own database. Every method throws PbxFailure within seconds. */
export interface SubscriberStore {
  find(address: PbxAddress): Promise<Subscriber | undefined>
  list(): Promise<readonly PbxAddress[]>
  put(subscriber: Subscriber): Promise<void>
  remove(address: PbxAddress): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

export interface SubscriberRow {
  readonly username: string
  readonly domain: string
  readonly ha1: string
}

/** The password stays empty: Kamailio needs only the HA1. */
export const subscriberStatements = {
  find: `select username, domain, ha1 from subscriber where username = $1 and domain = $2`,
  list: `select username, domain from subscriber`,
  put: `insert into subscriber (username, domain, password, ha1) values ($1, $2, '', $3)
    on conflict (username, domain) do update set password = '', ha1 = excluded.ha1`,
  remove: `delete from subscriber where username = $1 and domain = $2`,
  // Checks the table, not only the connection.
  ping: `select 1 from subscriber limit 1`,
} as const

export function readAddresses(rows: readonly SubscriberRow[]): PbxAddress[] {
  return rows.flatMap(({ username, domain }) => {
    // There may be others, created by hand, which are not ours.
    return /^[1-9]\d{0,14}$/.test(username) ? [{ number: Number(username), domain }] : []
  })
}
