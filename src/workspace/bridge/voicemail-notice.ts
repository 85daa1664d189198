import { plain } from '../../chat/bots/webhook-texts/plain-text.ts'
import { realmUri } from '../../chat/identity/realms/realm-addresses.ts'
import type { VoicemailView } from '../../telephony/phones/voicemail/voicemail-view.ts'
import type { Crossing } from './crossing.ts'
import type { Notice } from './notify-people.ts'

/** A caller has left a message, for the user of the extension; if it has none, for the owner. */
export async function voicemailNotice(
  { workspace, realm, company }: Crossing,
  { from, from_name, to, user_id: userId, duration }: VoicemailView,
): Promise<Notice | undefined> {
  const name = plain(from_name)
  const number = plain(from) || 'an unknown number'
  const address = `${realmUri(workspace.config.publicUrl, realm)}/portal/voicemail`
  return {
    contacts: [userId ?? company.primary_contact_id],
    content: `**Voicemail from ${name ? `${name}, ${number}` : number}** to ${to}, ${duration} seconds. [Listen to it in the portal](${address})`,
  }
}
