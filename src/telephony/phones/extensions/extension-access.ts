import type { Instance } from '../../company/instances/instance.ts'
import { instanceOfCompany } from '../../company/instances/instance-access.ts'
import type { Actor } from '../../identity/actor.ts'
import { may, requirePermission, viewerOf } from '../../identity/permissions.ts'
import type { TelephonyPermissionName } from '../../identity/telephony-permissions.ts'
import { forbidden, notFound } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { type Extension, extensionsTable } from './extension.ts'

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
  requirePermission(actor, 'add extensions')
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
  const extension = await extensionsTable.findBy(db, {
    company_id: actor.company.id,
    id,
    instance_uuid: instance.uuid,
  })
  const viewer = viewerOf(actor, 'see extensions')
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

const permitted =
  (name: TelephonyPermissionName): Allow =>
  (actor, { user_id: userId }) => {
    if (!may(actor, name, userId)) {
      throw forbidden('Only the owner and the person with the extension may do this')
    }
  }

/** For all who may list it. */
export const extensionToShow = extensionTo(() => {})

export const extensionToEdit = extensionTo(permitted('change extensions'))
export const storedExtensionToEdit = storedExtensionTo(permitted('change extensions'))

export const extensionToReset = extensionTo(permitted('reset SIP passwords and PINs'))
export const storedExtensionToReset = storedExtensionTo(permitted('reset SIP passwords and PINs'))

export const extensionToDelete = extensionTo(permitted('delete extensions'))
export const storedExtensionToDelete = storedExtensionTo(permitted('delete extensions'))

/** To hear its greeting. */
export const extensionToHear = extensionTo(permitted('hear greetings'))
/** To change its greeting. */
export const ownExtension = extensionTo(permitted('change greetings'))
export const storedOwnExtension = storedExtensionTo(permitted('change greetings'))

export const extensionToProvision = extensionTo(permitted('see and choose SIP passwords and PINs'))

/** To see and to set where its calls are forwarded. */
export const extensionThatForwards = extensionTo(permitted('see where calls are forwarded'))
export const ownExtensionToForward = extensionTo(permitted('forward calls'))
export const storedExtensionToForward = storedExtensionTo(permitted('forward calls'))

/** To see and to set its calling class. */
export const extensionThatCalls = extensionTo(permitted('see which numbers an extension can call'))
export const extensionToRestrict = extensionTo(permitted('decide which numbers can be called'))
export const storedExtensionToRestrict = storedExtensionTo(permitted('decide which numbers can be called'))
