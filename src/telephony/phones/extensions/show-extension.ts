import { showContacts } from '../../company/contacts/show-contact.ts'
import type { Directory } from '../../company/directory.ts'
import { sipProxyOf } from '../../company/instances/asterisk-of-instance.ts'
import type { Instance } from '../../company/instances/instance.ts'
import { instancesTable } from '../../company/instances/instances-table.ts'
import { locationsTable } from '../../company/locations/location.ts'
import type { Actor } from '../../identity/actor.ts'
import { findContacts } from '../../identity/contact-store.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { openSecrets } from '../extension-data/extension-secrets.ts'
import type { Extension } from './extension.ts'
import { maySeeSecrets } from './extension-privacy.ts'
import { type ExtensionView, extensionView } from './extension-view.ts'

/** Extensions as this actor may see them. */
export async function showExtensions(
  directory: Directory,
  db: TelephonyDb,
  actor: Actor,
  extensions: readonly Extension[],
): Promise<ExtensionView[]> {
  const { company } = actor
  const userIds = [...new Set(extensions.flatMap(({ user_id: id }) => id ?? []))]
  const contacts = await findContacts(db, company.id, userIds)
  const users = await showContacts(directory, db, company, [...contacts.values()])
  const usersById = new Map(users.map((user) => [user.id, user]))
  const locations = new Map(
    (await locationsTable.list(db, { company_id: company.id })).map((one) => [one.id, one]),
  )
  const instances = new Map(
    (await instancesTable.list(db, { company_id: company.id })).map((one) => [one.uuid, one]),
  )
  return extensions.map((extension) => {
    const instance = instances.get(extension.instance_uuid) as Instance
    return extensionView(extension, {
      companyPublicId: company.public_id,
      sipProxy: sipProxyOf(directory.config.telephony, instance),
      instance,
      location: locations.get(extension.location_id),
      user: usersById.get(extension.user_id ?? ''),
      secrets: maySeeSecrets(actor, extension.user_id)
        ? openSecrets(directory.secrets, extension.secrets_sealed)
        : undefined,
    })
  })
}

export async function showExtension(
  directory: Directory,
  db: TelephonyDb,
  actor: Actor,
  extension: Extension,
): Promise<ExtensionView> {
  const [view] = await showExtensions(directory, db, actor, [extension])
  return view!
}
