import { randomUUID } from 'node:crypto'
import { secondsOf, systemClock } from '../../../../platform/clock.ts'
import type { Binding } from '../pbx.ts'
import { type Ari, AriRefusal } from './ari.ts'
import { PROBE_CONTEXT } from './asterisk-dialplan.ts'

export interface PhoneContact extends Binding {
  readonly id: string
}

/**
 * Where the phones are registered that use an endpoint of Asterisk. ARI has no list of them, but evaluates functions of the dialplan on a
 * channel, so that we create one for the purpose. Asterisk ends it after seconds if we do not.
 */
export async function findContacts(ari: Ari, endpoint: string): Promise<PhoneContact[]> {
  const channel = `probe-${randomUUID()}`
  const place = { context: PROBE_CONTEXT, extension: 'wait' }
  await ari.call('POST', 'channels', {
    endpoint: `Local/wait@${PROBE_CONTEXT}`,
    ...place,
    channelId: channel,
  })
  try {
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
  } finally {
    await ari.call('DELETE', `channels/${channel}`).catch(() => {})
  }
}
