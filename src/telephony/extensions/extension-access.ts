import {
  mayManageOrOwns,
  maySeeSecrets,
  requireExtensionEditor,
  requireScope,
} from '../access/permissions.ts'
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

/** Where a new extension is wanted. */
export async function instanceToExtend(telephony: Telephony, actor: Actor, uuid: string): Promise<Instance> {
  const instance = await instanceOfCompany(telephony, actor, uuid)
  requireExtensionEditor(actor)
  return instance
}

export async function extensionToEdit(
  telephony: Telephony,
  actor: Actor,
  params: Record<string, string>,
): Promise<FoundExtension> {
  const found = await extensionOfCompany(telephony, actor, params)
  requireExtensionEditor(actor)
  return found
}

/** For the owner and the assigned user. */
export async function extensionToDelete(
  telephony: Telephony,
  actor: Actor,
  params: Record<string, string>,
): Promise<FoundExtension> {
  const found = await extensionOfCompany(telephony, actor, params)
  requireOwnExtension(actor, found)
  return found
}

/** Nothing but the credentials: not for those who may only look. */
export async function extensionToProvision(
  telephony: Telephony,
  actor: Actor,
  params: Record<string, string>,
): Promise<FoundExtension> {
  const found = await extensionOfCompany(telephony, actor, params)
  requireOwnExtension(actor, found)
  if (!maySeeSecrets(actor, found.extension)) requireScope(actor, 'write')
  return found
}

function requireOwnExtension(actor: Actor, { extension }: FoundExtension): void {
  if (mayManageOrOwns(actor, extension.user_id)) return
  throw forbidden('Only the primary user and the user of the extension may do this')
}

/** Those of other companies do not exist. */
async function extensionOfCompany(
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
