import { createUser } from '../../../src/chat/accounts/create-user.ts'
import type { User } from '../../../src/chat/identity/users/user.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { waitForMails } from '../../harness/read-mails.ts'
import type { World } from '../../harness/world.ts'

export const invalidLink = {
  result: 'error',
  msg: 'This link has been used already, or is too old. Ask for a new one.',
  code: 'INVALID_LINK',
  reason: 'used_or_expired',
}

let hosts = 0

/** Without credentials, each from an address of its own, so that only the limits in question count. */
export function fromElsewhere(world: World): ApiClient {
  hosts += 1
  return world.nobody.with({ 'x-forwarded-for': `10.${Math.floor(hosts / 250)}.${hosts % 250}.1` })
}

export async function joinAs(world: World, name: string, rest: object = {}): Promise<User> {
  const person = { email: `${name}@example.com`, fullName: `${name} Example`, ...rest }
  return (await createUser(world.chat, world.demo.realm, person)).user
}

/** Asks for the address as this person, and takes the token out of the mail that comes there. */
export async function askedToken(
  world: World,
  client: ApiClient,
  email: string,
  { count = 1, password }: { count?: number; password?: string | undefined } = {},
): Promise<string> {
  const { status, body } = await client.patch('/settings', { email, old_password: password })
  if (status !== 200) throw new Error(`settings answered ${JSON.stringify(body)}`)
  return (await waitForMails(world, email, count)).at(-1)!.link.split('/').at(-1)!
}

export const confirm = (world: World, token: string, client = fromElsewhere(world)) =>
  client.post(`/email_changes/${token}`)

export const emailOf = async (world: World, user: User): Promise<string> =>
  (await world.ada.get(`/users/${user.id}`)).body.user.email

/** What waits for a confirmation of this person. */
export const waitingOf = (world: World, user: User) =>
  world.chat.database.read
    .selectFrom('email_changes')
    .selectAll()
    .where('realm_id', '=', user.realm_id)
    .where('user_id', '=', user.id)
    .execute()
