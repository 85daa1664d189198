import { isoDate } from '../../../platform/clock.ts'
import type { Actor } from '../../identity/actor.ts'
import { conflict } from '../../problem.ts'
import { extensionsTable } from '../extensions/extension.ts'
import type { FoundExtension } from '../extensions/extension-access.ts'
import type { Phones } from '../phones.ts'
import { isThemselves } from './softphone-access.ts'
import { newTicket, secretOfTicket, writeTicket } from './softphone-ticket.ts'

/** Where browsers connect. Proxies pass on WebSockets below `/ws/` already. */
export const SOFTPHONE_PATH = '/ws/softphone/'

/** The extensions with which the actor can call from a browser. */
export async function listSoftphones({ database, pbx }: Phones, actor: Actor) {
  if (!pbx.browserPhones || !isThemselves(actor)) return []
  const extensions = await extensionsTable.list(database.read, {
    company_id: actor.company.id,
    user_id: actor.contact.id,
  })
  return extensions.map(({ id, instance_uuid: pbxUuid, number, name }) => ({
    id,
    pbx: pbxUuid,
    number,
    name,
  }))
}

/** Nothing is stored: what the browser gets is valid once it connects, as long as the connection lasts. */
export async function openSoftphone(
  { pbx, clock, secrets }: Phones,
  { company, contact }: Actor,
  { instance, extension }: FoundExtension,
) {
  if (!pbx.browserPhones) throw conflict('Calls from a browser need Asterisk')
  const ticket = newTicket(clock, {
    companyId: company.id,
    contactId: contact.id,
    instanceUuid: instance.uuid,
    extensionId: extension.id,
  })
  return {
    user: `${extension.number}~${ticket.name}`,
    domain: instance.domain,
    password: secretOfTicket(secrets, ticket),
    path: `${SOFTPHONE_PATH}${writeTicket(secrets, ticket)}`,
    expires_at: isoDate(ticket.expiresAt),
  }
}
