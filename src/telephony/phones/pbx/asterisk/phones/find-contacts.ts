import { randomUUID } from 'node:crypto'
import { secondsOf, systemClock } from '../../../../../platform/clock.ts'
import type { Binding } from '../../pbx.ts'
import { type Ari, AriRefusal } from '../ari/ari.ts'
import { PROBE_CONTEXT } from '../asterisk-dialplan.ts'

export interface PhoneContact extends Binding {
  readonly id: string
}

/**
 * The registrations of the phones that use an endpoint. ARI does not list them, but it evaluates dialplan functions on
 * a channel. So we create a channel, and Asterisk ends it after a few seconds if we do not.
 */
export function findContacts(ari: Ari, endpoint: string): Promise<PhoneContact[]> {
  return onProbe(ari, (channel) => readContacts(ari, channel, endpoint))
}

/** Those of the endpoints that have a phone which can be called now. */
export function findCallable(ari: Ari, endpoints: readonly string[]): Promise<string[]> {
  return onProbe(ari, async (channel) => {
    const found = await Promise.all(endpoints.map((endpoint) => findDialled(ari, channel, endpoint)))
    return endpoints.filter((_, index) => found[index]!.length > 0)
  })
}

/** The phones that use these endpoints, as Asterisk dials them, without a call for which they are to ring. */
export function findDialledAt(ari: Ari, endpoints: readonly string[]): Promise<string[]> {
  return onProbe(ari, async (channel) => {
    const found = await Promise.all(endpoints.map((endpoint) => findDialled(ari, channel, endpoint)))
    return found.flat()
  })
}

/** The phones that use an endpoint, as Asterisk dials them. */
export async function findDialled(ari: Ari, channel: string, endpoint: string): Promise<string[]> {
  const variable = `PJSIP_DIAL_CONTACTS(${endpoint})`
  const { value } = await ari.call<{ value: string }>('GET', `channels/${channel}/variable`, { variable })
  return value.split('&').filter((one) => one !== '')
}

async function onProbe<T>(ari: Ari, work: (channel: string) => Promise<T>): Promise<T> {
  const channel = `probe-${randomUUID()}`
  const place = { context: PROBE_CONTEXT, extension: 'wait' }
  await ari.call('POST', 'channels', {
    endpoint: `Local/wait@${PROBE_CONTEXT}`,
    ...place,
    channelId: channel,
  })
  try {
    return await work(channel)
  } finally {
    await ari.call('DELETE', `channels/${channel}`).catch(() => {})
  }
}

async function readContacts(ari: Ari, channel: string, endpoint: string): Promise<PhoneContact[]> {
  /** Empty for what does not exist, or no longer: Asterisk cannot read the function then. */
  const evaluate = async (variable: string) => {
    try {
      return (await ari.call<{ value: string }>('GET', `channels/${channel}/variable`, { variable })).value
    } catch (error) {
      if (error instanceof AriRefusal && error.status === 500) return ''
      throw error
    }
  }
  const ids = await evaluate(`PJSIP_AOR(${endpoint},contact)`)
  const contacts: PhoneContact[] = []
  for (const id of ids.split(',').filter((one) => one !== '')) {
    const [contact, userAgent, expires] = [
      await evaluate(`PJSIP_CONTACT(${id},uri)`),
      await evaluate(`PJSIP_CONTACT(${id},user_agent)`),
      await evaluate(`PJSIP_CONTACT(${id},expiration_time)`),
    ]
    const expiresInSeconds = Number(expires) - secondsOf(systemClock)
    // Asterisk keeps expired ones for up to half a minute.
    if (expiresInSeconds > 0) contacts.push({ id, contact, userAgent, expiresInSeconds })
  }
  return contacts
}
