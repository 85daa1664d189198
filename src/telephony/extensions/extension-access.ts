import type { Actor } from '../http/actor.ts'
import type { Instance } from '../instances/instance.ts'
import { instanceOfCompany } from '../instances/instance-access.ts'
import { forbidden, notFound } from '../problem.ts'
import type { Telephony } from '../telephony.ts'
import type { Extension } from './extension.ts'
import { findExtension } from './extension-store.ts'

export interface FoundExtension {
  instance: Instance
  extension: Extension
}

/** Any user of the company may change extensions; those of other companies do not exist. */
export async function extensionToEdit(
  telephony: Telephony,
  actor: Actor,
  params: Record<string, string>,
): Promise<FoundExtension> {
  const instance = await instanceOfCompany(telephony, actor, params.instance_uuid!)
  const { read } = telephony.database
  const extension = await findExtension(read, actor.company.id, instance.uuid, params.extension_id!)
  if (!extension) throw notFound('There is no such extension')
  return { instance, extension }
}

/** For the owner and the assigned user. */
export async function extensionToOwn(
  telephony: Telephony,
  actor: Actor,
  params: Record<string, string>,
): Promise<FoundExtension> {
  const found = await extensionToEdit(telephony, actor, params)
  if (!actor.isOwner && found.extension.user_id !== actor.contact.id) {
    throw forbidden('Only the primary user and the user of the extension may do this')
  }
  return found
}
