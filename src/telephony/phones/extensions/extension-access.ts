import type { Instance } from '../../company/instances/instance.ts'
import { instanceOfCompany } from '../../company/instances/instance-access.ts'
import type { Actor } from '../../identity/actor.ts'
import {
  extensionsViewerOf,
  mayEditOnlyPersonal,
  mayManageOrOwns,
  maySeeSecrets,
  requireExtensionCreator,
  requireManager,
  requireScope,
} from '../../identity/permissions.ts'
import { forbidden, notFound } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import type { Extension } from './extension.ts'
import { findExtension } from './extension-store.ts'

export interface FoundExtension {
  instance: Instance
  extension: Extension
}

/** The instance for a new extension. */
export async function instanceToExtend(
  platform: TelephonyPlatform,
  actor: Actor,
  uuid: string,
): Promise<Instance> {
  const instance = await instanceOfCompany(platform, actor, uuid)
  requireExtensionCreator(actor)
  return instance
}

type Allow = (actor: Actor, extension: Extension) => void

/** Fetches an extension with permission. Extensions of other companies are not found. */
async function fetchExtension(
  db: TelephonyDb,
  actor: Actor,
  instance: Instance,
  id: string,
  allow: Allow,
): Promise<Extension> {
  const extension = await findExtension(db, actor.company.id, instance.uuid, id)
  const viewer = extensionsViewerOf(actor)
  if (!extension || (viewer !== undefined && extension.user_id !== viewer)) {
    throw notFound('There is no such extension')
  }
  allow(actor, extension)
  return extension
}

/** The extension in the path. */
const extensionTo =
  (allow: Allow) =>
  async (
    platform: TelephonyPlatform,
    actor: Actor,
    params: Record<string, string>,
  ): Promise<FoundExtension> => {
    const instance = await instanceOfCompany(platform, actor, params.instance_uuid!)
    const { read } = platform.database
    return { instance, extension: await fetchExtension(read, actor, instance, params.extension_id!, allow) }
  }

/** The extension as it is stored now: since the request began, it may have gone to another user. */
const storedExtensionTo =
  (allow: Allow) =>
  (db: TelephonyDb, actor: Actor, { instance, extension }: FoundExtension): Promise<Extension> =>
    fetchExtension(db, actor, instance, extension.id, allow)

/** With a key, any user may edit; with a session, managers, and users their own. */
const editing: Allow = (actor, extension) => {
  if (mayEditOnlyPersonal(actor)) requireOwnExtension(actor, extension)
}

/** For managers, and with a key also for the assigned user. */
const deleting: Allow = (actor, extension) => {
  requireOwnExtension(actor, extension)
  requireExtensionCreator(actor)
}

/** For all who may list it. */
export const extensionToShow = extensionTo(() => {})

export const extensionToEdit = extensionTo(editing)
export const storedExtensionToEdit = storedExtensionTo(editing)

export const extensionToDelete = extensionTo(deleting)
export const storedExtensionToDelete = storedExtensionTo(deleting)

/** For managers and the user of the extension. */
export const ownExtension = extensionTo(requireOwnExtension)
export const storedOwnExtension = storedExtensionTo(requireOwnExtension)

/** For managers only. */
export const extensionToManage = extensionTo(requireManager)
export const storedExtensionToManage = storedExtensionTo(requireManager)

/** For the credentials, which read-only keys must not see. */
export const extensionToProvision = extensionTo((actor, extension) => {
  requireOwnExtension(actor, extension)
  if (!maySeeSecrets(actor, extension)) requireScope(actor, 'write')
})

function requireOwnExtension(actor: Actor, { user_id: userId }: Extension): void {
  if (mayManageOrOwns(actor, userId)) return
  throw forbidden('Only the primary user and the user of the extension may do this')
}
