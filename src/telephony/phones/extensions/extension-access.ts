import type { Instance } from '../../company/instances/instance.ts'
import { instanceOfCompany } from '../../company/instances/instance-access.ts'
import type { Actor } from '../../identity/actor.ts'
import {
  extensionsViewerOf,
  mayEditOnlyPersonal,
  mayManageOrOwns,
  maySeeSecrets,
  requireExtensionCreator,
  requireScope,
} from '../../identity/permissions.ts'
import { forbidden, notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
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

/** Fetches an extension with permission. Extensions of other companies are not found. */
const extensionTo =
  (allow: (actor: Actor, found: FoundExtension) => void) =>
  async (
    platform: TelephonyPlatform,
    actor: Actor,
    params: Record<string, string>,
  ): Promise<FoundExtension> => {
    const instance = await instanceOfCompany(platform, actor, params.instance_uuid!)
    const { read } = platform.database
    const extension = await findExtension(read, actor.company.id, instance.uuid, params.extension_id!)
    const viewer = extensionsViewerOf(actor)
    if (!extension || (viewer !== undefined && extension.user_id !== viewer)) {
      throw notFound('There is no such extension')
    }
    const found = { instance, extension }
    allow(actor, found)
    return found
  }

/** For all who may list it. */
export const extensionToShow = extensionTo(() => {})

/** With a key, any user may edit; with a session, managers, and users their own. */
export const extensionToEdit = extensionTo((actor, found) => {
  if (mayEditOnlyPersonal(actor)) requireOwnExtension(actor, found)
})

/** For managers and the user of the extension. */
export const ownExtension = extensionTo(requireOwnExtension)

/** For managers, and with a key also for the assigned user. */
export const extensionToDelete = extensionTo((actor, found) => {
  requireOwnExtension(actor, found)
  requireExtensionCreator(actor)
})

/** For the credentials, which read-only keys must not see. */
export const extensionToProvision = extensionTo((actor, found) => {
  requireOwnExtension(actor, found)
  if (!maySeeSecrets(actor, found.extension)) requireScope(actor, 'write')
})

function requireOwnExtension(actor: Actor, { extension }: FoundExtension): void {
  if (mayManageOrOwns(actor, extension.user_id)) return
  throw forbidden('Only the primary user and the user of the extension may do this')
}
