import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '../../../identity/users/users-table.ts'
import type { ForeignPerson } from '../foreign/foreign-export.ts'
import { ForeignNames } from '../foreign/foreign-names.ts'
import type { ForeignRecord } from '../foreign/foreign-record.ts'
import { insideOf } from '../foreign/inside-of.ts'
import type { LeftOut } from '../foreign/left-out.ts'
import { listRecords, readRecords } from '../foreign/read-records.ts'

const tables = ['zerver_userprofile', 'zerver_userprofile_mirrordummy', 'zerver_userprofile_crossrealm']

export async function readZulipPeople(folder: string, leftOut: LeftOut): Promise<ForeignPerson[]> {
  const avatars = await findAvatars(folder)
  const names = new ForeignNames(leftOut)
  const people = new Map<number, ForeignPerson>()
  for await (const some of readRecords(folder, 'realm.json', tables)) {
    for (const { list, record } of some) {
      const person = personOf(record, list, names)
      if (!people.has(person.id)) people.set(person.id, { ...person, avatar: avatars.get(person.id) })
    }
  }
  return [...people.values()]
}

function personOf(record: ForeignRecord, list: string, names: ForeignNames): ForeignPerson {
  const id = record.id('id')
  const isOfServer = list === 'zerver_userprofile_crossrealm'
  const email = record.optionalText('delivery_email') || record.optionalText('email')
  return {
    id,
    email: names.email(email, `zulip-user-${id}@switchboard.invalid`),
    fullName: names.person(record.optionalText('full_name') || email.split('@')[0]!, `Zulip user ${id}`),
    role: roleOf(record),
    // Bots of the Zulip server itself do not work here; their messages remain.
    isActive: list === 'zerver_userprofile' && record.flag('is_active'),
    isBot: record.flag('is_bot') || isOfServer,
    joinedAt: record.time('date_joined'),
    timezone: record.optionalText('timezone'),
    avatar: undefined,
  }
}

/** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest; older versions have flags. */
function roleOf(record: ForeignRecord): Role {
  if (!record.has('role')) {
    if (record.flag('is_realm_admin')) return 'administrator'
    return record.flag('is_guest') ? 'guest' : 'member'
  }
  const role = record.number('role')
  if (role <= 200) return 'administrator'
  return role >= 600 ? 'guest' : 'member'
}

/** The original of a picture is listed beside its reduced sizes. */
async function findAvatars(folder: string): Promise<Map<number, string>> {
  const avatars = new Map<number, string>()
  if (!existsSync(join(folder, 'avatars/records.json'))) return avatars
  for (const record of await listRecords(folder, 'avatars/records.json')) {
    const path = insideOf(join(folder, 'avatars'), record.text('path'))
    if (path === undefined || !record.has('user_profile_id')) continue
    const id = record.id('user_profile_id')
    if (!avatars.has(id) || path.endsWith('.original')) avatars.set(id, path)
  }
  return avatars
}
