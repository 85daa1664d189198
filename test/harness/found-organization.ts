import { createUser } from '../../src/chat/accounts/create-user.ts'
import type { Realm } from '../../src/chat/identity/realms/realm.ts'
import type { RealmSettings } from '../../src/chat/identity/realms/realm-settings.ts'
import type { User } from '../../src/chat/identity/users/user.ts'
import { createRealm } from '../../src/chat/organization/create-realm.ts'
import type { ApiClient } from './api-client.ts'
import { changeRealm } from './change-realm.ts'
import type { World } from './world.ts'

/** Another organization beside the demo, on a host of its own. */
export interface Organization {
  realm: Realm
  chief: ApiClient
  member: ApiClient
  people: { chief: User; member: User }
}

export async function foundOrganization(
  world: World,
  host: string,
  policies: Partial<RealmSettings> = {},
): Promise<Organization> {
  const { chat } = world
  const realm = await createRealm(chat, {
    name: `Organization of ${host}`,
    host,
    description: 'Builds **rafts**.',
  })
  await changeRealm(world, realm, { settings: JSON.stringify({ ...realm.settings, ...policies }) })
  const join = async (name: string, rest: object) =>
    (await createUser(chat, realm, { email: `${name}@${host}`, fullName: `${name} of ${host}`, ...rest }))
      .user
  const chief = await join('chief', { role: 'administrator' })
  const member = await join('member', {})
  return {
    realm,
    chief: world.as(chief, host),
    member: world.as(member, host),
    people: { chief, member },
  }
}
