import { Type } from '@sinclair/typebox'
import type { Actor } from '../../chat/identity/users/user.ts'
import { accessStreamById } from '../../chat/streams/stream-access.ts'
import { fullName } from '../../telephony/identity/contact.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import { workspacesTable } from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'
import { findBridgedNumber } from './bridged-number-store.ts'
import { findTexted } from './find-texted.ts'

const strict = { additionalProperties: false }
const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const TextedSchema = Type.Object(
  {
    number: nullable('The number that the texts are sent from; null: messages of the topic are not sent.'),
    conversation_id: nullable('The text conversation; null: the first message starts one.'),
    recipients: Type.Array(
      Type.Object({ number: Type.String(), name: Type.String({ description: 'May be empty.' }) }, strict),
      { description: 'Who gets what is written in the topic. If empty, nobody: it is no text conversation.' },
    ),
  },
  strict,
)

/** Who gets what is written in a topic as a text. */
export async function showTexted(workspace: Workspace, actor: Actor, streamId: number, topic: string) {
  const { read } = workspace.database
  const nobody = { number: null, conversation_id: null, recipients: [] }
  const tie = await findBridgedNumber(read, actor.realm.id, streamId)
  const stream = tie && (await accessStreamById(read, actor, streamId))
  const link = stream && (await workspacesTable.find(read, { realm_id: actor.realm.id }))
  const company = link && (await currentCompany(workspace.telephony, link.company_id))
  if (!stream || !company) return nobody
  const texted = await findTexted(workspace, company, tie.number, {
    realm_id: actor.realm.id,
    recipient_id: stream.recipient_id,
    topic,
    topic_key: topic.toLowerCase(),
  })
  if (texted.kind === 'nobody') return { ...nobody, number: tie.number }
  if (texted.kind === 'number') {
    return { ...nobody, number: tie.number, recipients: [{ number: texted.number, name: '' }] }
  }
  return {
    number: tie.number,
    conversation_id: texted.id,
    recipients: texted.recipients.map((one) => ({ number: one.number, name: fullName(one).trim() })),
  }
}
