import { expect, onTestFinished } from 'vitest'
import { readHeads } from '../../../../src/platform/database/log-head-store.ts'
import { readEventsAfter } from '../../../../src/platform/events/event-store.ts'
import { hears } from '../../../../src/telephony/event-audience.ts'
import type { TelephonyEvent } from '../../../../src/telephony/telephony-event-map.ts'
import type { TelephonyTables } from '../../../../src/telephony/telephony-tables.ts'
import type { CarrierEvent } from '../../../../src/telephony/texting/carriers/carrier.ts'
import { receiveCarrierEvent } from '../../../../src/telephony/texting/delivery/receive-carrier-event.ts'
import type { EngineName } from '../../../harness/engines.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

export const ADAS = '+12025550101'
export const BENS = '+12025550102'
export const HANKS = '+12025550199'
/** Of nobody on this server. */
export const OUTSIDE = '+12025550150'

export interface HeardEvent {
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read payloads freely
  payload: any
}

export interface TextingWorld extends TelephonyWorld {
  /** Ends when the carrier's word is stored. */
  carrierSays(event: CarrierEvent): Promise<boolean>
  /** A text from outside, with a name of its own. */
  textComes(from: string, to: string, text: string, carrierId?: string): Promise<boolean>
  /** The texting events that each person has got since the last `forget`, in order. */
  heardBy(person: 'ada' | 'ben' | 'hank'): Promise<HeardEvent[]>
  forget(): Promise<void>
}

let names = 0

/** A number that nobody has on this server, a new one each time. */
export const newOutsider = () => `+1303555${String(++names).padStart(4, '0')}`

/** A world for one test only. */
export async function ownTextingWorld(...args: Parameters<typeof startTextingWorld>): Promise<TextingWorld> {
  const world = await startTextingWorld(...args)
  onTestFinished(() => world.stop())
  return world
}

export async function startTextingWorld(
  engine: EngineName,
  settings: Record<string, string> = {},
): Promise<TextingWorld> {
  const world = await startTelephonyWorld(engine, settings)
  const { read } = world.telephony.database
  let heads = new Map<number, number>()
  const { acme, globex } = world.demo
  const people = {
    ada: [acme.company.id, acme.owner.id],
    ben: [acme.company.id, acme.ben.id],
    hank: [globex.company.id, globex.owner.id],
  } as const
  const carrierSays = (event: CarrierEvent) => receiveCarrierEvent(world.telephony, event)
  return {
    ...world,
    carrierSays,
    textComes: (from, to, text, carrierId = `test-${++names}`) =>
      carrierSays({ kind: 'text', carrierId, from, to, text }),
    async heardBy(person) {
      const [companyId, contactId] = people[person]
      const events = await readEventsAfter<TelephonyTables, TelephonyEvent>(
        read,
        companyId,
        heads.get(companyId) ?? 0,
        10_000,
      )
      return events
        .filter(({ type, audience }) => type.startsWith('texting.') && hears(audience, contactId))
        .map(({ type, payload }) => ({ type, payload }))
    },
    async forget() {
      heads = await readHeads(read)
    },
  }
}

/** The conversation from a number with others, which is made if need be. */
export async function converse(client: TelephonyClient, from: string, ...to: string[]) {
  const answer = await client.post('/texting/v2/conversations', {
    recipients: to.map((number) => ({ number })),
    from_number: from,
    conversation_type: to.length > 1 ? 'group' : 'direct',
  })
  expect(answer.status).toBe(200)
  return answer.body
}

/** Sends a text; returns the messages. */
export async function publish(client: TelephonyClient, conversationId: string, text: string) {
  const answer = await client.post(`/texting/conversations/${conversationId}/messages/publish`, { text })
  expect(answer.status).toBe(201)
  return answer.body
}

/** Newest first. */
export async function messagesOf(client: TelephonyClient, conversationId: string) {
  const answer = await client.get(`/texting/conversations/${conversationId}/messages`)
  expect(answer.status).toBe(200)
  return answer.body
}

/** Polls until the check passes. */
export async function eventually<T>(check: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await check()
    } catch (error) {
      if (attempt === 400) throw error
      await new Promise((next) => setTimeout(next, 25))
    }
  }
}

/** The statuses of the messages, oldest first, once they are as expected. */
export const untilStatuses = (client: TelephonyClient, conversationId: string, expected: string[]) =>
  eventually(async () => {
    const messages = await messagesOf(client, conversationId)
    expect(messages.map(({ status }: { status: string }) => status).reverse()).toEqual(expected)
    return messages
  })

export const typesOf = (events: readonly HeardEvent[]) => events.map(({ type }) => type)
