import type { Instance } from '../../company/instances/instance.ts'
import { instancesTable } from '../../company/instances/instances-table.ts'
import type { Actor } from '../../identity/actor.ts'
import { actorOfPerson } from '../../identity/actor-of-person.ts'
import type { Identity } from '../../identity/identity.ts'
import type { SignedInPerson } from '../../identity/person-sessions.ts'
import { forbidden, Problem } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { type Extension, extensionsTable } from '../extensions/extension.ts'
import { extensionToShow } from '../extensions/extension-access.ts'
import type { SoftphoneTicket } from './softphone-ticket.ts'

/** Whether the actor is a person with their own session: not a key, and not the owner on behalf of somebody. */
export const isThemselves = ({ caller }: Actor) => caller.kind === 'person' && caller.owner === null

/** The actor's own extension, to call with it from a browser. */
export async function extensionToCallWith(
  platform: TelephonyPlatform,
  actor: Actor,
  params: Record<string, string>,
) {
  const found = await extensionToShow(platform, actor, params)
  if (!isThemselves(actor)) throw forbidden('Only people who have signed in can call from a browser')
  if (found.extension.user_id !== actor.contact.id) {
    throw forbidden('Only the person with the extension may call with it')
  }
  return found
}

/** What a ticket permits this person now; undefined: nothing. */
export async function currentSoftphone(
  identity: Identity,
  known: SignedInPerson,
  { companyId, contactId, instanceUuid, extensionId }: SoftphoneTicket,
): Promise<{ extension: Extension; instance: Instance } | undefined> {
  const person = await identity.personSessions.current(known)
  if (person?.companyId !== companyId || person.contactId !== contactId) return undefined
  try {
    await actorOfPerson(identity, person, undefined)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
  const { read } = identity.database
  const extension = await extensionsTable.findBy(read, {
    company_id: companyId,
    id: extensionId,
    instance_uuid: instanceUuid,
  })
  const instance = (await instancesTable.list(read, { company_id: companyId })).find(
    ({ uuid }) => uuid === instanceUuid,
  )
  return extension?.user_id === contactId && instance ? { extension, instance } : undefined
}
