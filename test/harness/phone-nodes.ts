import { expect } from 'vitest'
import {
  ACME_KEY,
  createDemoCompanies,
  type DemoCompanies,
  GLOBEX_KEY,
} from '../../src/telephony/demo/create-demo-companies.ts'
import type { Telephony } from '../../src/telephony/telephony.ts'
import { openNodes, type TestNode, type TestNodes } from './open-nodes.ts'
import { startDisturbedTcp } from './sip/disturbed-tcp.ts'
import { TelephonyClient } from './telephony-client.ts'

/** Several servers with the demo companies. The first one is the leader, as long as it can be. */
export interface PhoneNodes extends TestNodes {
  demo: DemoCompanies
  telephony(node: number): Telephony
  /** Acme's owner at one of the servers */
  ada(node: number): TelephonyClient
  /** Globex's owner */
  hank(node: number): TelephonyClient
  as(node: number, key: string, userId: string): TelephonyClient
  /** The first server loses its database, as when its cable is pulled. */
  cutOff(): void
  /** Waits until the server is the leader, and lets it be the only one. */
  untilLeader(node: number): Promise<void>
}

export async function openPhoneNodes(
  count: number,
  settings: Record<string, string> = {},
): Promise<PhoneNodes> {
  const cluster = await openNodes(0, settings)
  const url = new URL(cluster.environment.DATABASE_URL!)
  const way = await startDisturbedTcp(Number(url.port))
  url.port = String(way.port)
  // What it complains of while it is cut off is not worth reading.
  await cluster.add({ DATABASE_URL: url.href, LOG_LEVEL: 'silent' })
  while (cluster.nodes.length < count) await cluster.add()
  const telephony = (node: number) => cluster.nodes[node]!.products.telephony
  const demo = await createDemoCompanies(telephony(0))
  const as = (node: number, key: string, userId: string) =>
    new TelephonyClient(cluster.nodes[node]!.app, {
      authorization: `Bearer ${key}`,
      'x-user-id': userId,
    })
  return {
    ...cluster,
    demo,
    telephony,
    as,
    ada: (node) => as(node, ACME_KEY, 'primary'),
    hank: (node) => as(node, GLOBEX_KEY, 'primary'),
    cutOff: way.cut,
    async untilLeader(node) {
      await eventually(async () => expect(leadershipsOf(cluster.nodes)).toEqual([node]))
    },
    async stop() {
      // To stop in an orderly way it needs its database.
      way.mend()
      await eventually(() => cluster.nodes[0]!.products.ping())
      await cluster.stop()
      await way.stop()
    },
  }
}

const leadershipsOf = (nodes: readonly TestNode[]) =>
  nodes.flatMap(({ products }, index) => (products.telephony.leadership.isLeader ? [index] : []))

/** Tries until it no longer throws, for a bounded time. */
export async function eventually<T>(check: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + 25_000; ; ) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > until) throw error
      await new Promise((next) => setTimeout(next, 25))
    }
  }
}
