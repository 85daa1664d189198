import type { Destination } from './chat-evidence.ts'
import { Roamer, type Tally } from './roamer.ts'

/** Where the load goes, and how to say so to the API. */
export interface Target extends Destination {
  form: Record<string, unknown>
  /** those who may write there, and one who may not */
  senders: readonly string[]
  intruder?: string
}

export const targets: readonly Target[] = [
  {
    name: 'test',
    form: { type: 'stream', to: 'test', topic: 'load' },
    senders: ['ada', 'ben'],
    readers: ['ada', 'ben'],
    wanderers: { gus: false },
  },
  {
    name: 'leadership',
    form: { type: 'stream', to: 'leadership', topic: 'load' },
    senders: ['ada'],
    intruder: 'ben',
    readers: ['ada'],
    wanderers: { cleo: true },
    isPrivate: true,
  },
  {
    name: 'two',
    form: { type: 'private', to: ['ben@example.com', 'cleo@example.com'] },
    senders: ['ben', 'cleo'],
    readers: ['ben', 'cleo'],
    wanderers: {},
  },
  {
    name: 'three',
    form: { type: 'private', to: ['ada@example.com', 'ben@example.com', 'gus@example.com'] },
    senders: ['ada', 'gus'],
    readers: ['ada', 'ben', 'gus'],
    wanderers: {},
  },
]

export const everybody = ['ada', 'ben', 'cleo', 'gus'] as const

export interface Person {
  name: string
  id: number
  client: Roamer
}

export type Cast = ReadonlyMap<string, Person>

/** The people of the demo organization, with their keys. */
export async function findCast(addresses: readonly string[], tally: Tally): Promise<Cast> {
  const nobody = new Roamer(addresses, {}, tally)
  const cast = new Map<string, Person>()
  for (const name of everybody) {
    const form = { username: `${name}@example.com` }
    const { body } = await nobody.insist('POST', '/api/v1/dev_fetch_api_key', { form })
    const client = new Roamer(addresses, basic(form.username, body.api_key), tally)
    const me = await client.insist('GET', '/api/v1/users/me')
    cast.set(name, { name, id: me.body.user_id, client })
  }
  return cast
}

export const basic = (email: string, key: string) => ({
  authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`,
})
