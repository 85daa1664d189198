import { plain } from '../../chat/bots/webhook-texts/plain-text.ts'
import { realmUri } from '../../chat/identity/realms/realm-addresses.ts'
import type { CdrView } from '../../telephony/phones/calls/cdr-view.ts'
import type { Crossing } from './crossing.ts'
import type { Notice } from './notify-people.ts'

/** Notifies the people whose phones rang of a call that nobody answered. */
export async function missedCallNotice(
  { workspace, realm }: Crossing,
  { from, called, result }: CdrView,
): Promise<Notice | undefined> {
  // The message says it.
  if (result === 'voicemail') return undefined
  if (called.some(({ outcome }) => outcome === 'answered')) return undefined
  const users = called.flatMap(({ user_id: id }) => (id === from.user_id ? [] : (id ?? [])))
  const name = plain(from.name)
  const number = plain(from.number) || 'an unknown number'
  const caller = name ? `${name}, ${number}` : number
  const address = `${realmUri(workspace.config.publicUrl, realm)}/portal/calls`
  return {
    contacts: [...new Set(users)],
    content: `**Missed call from ${caller}**. [Open your calls in the portal](${address})`,
  }
}
