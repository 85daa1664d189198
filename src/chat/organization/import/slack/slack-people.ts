import type { Role } from '../../../identity/users/users-table.ts'
import type { ForeignPerson } from '../foreign/foreign-export.ts'
import { ForeignNames } from '../foreign/foreign-names.ts'
import type { ForeignRecord } from '../foreign/foreign-record.ts'
import type { LeftOut } from '../foreign/left-out.ts'
import { readRecords } from '../foreign/read-records.ts'

/** People by the ids of Slack. Senders who are not listed are added when they turn up, deactivated. */
export class SlackPeople {
  readonly all: ForeignPerson[] = []
  readonly #bySlackId = new Map<string, ForeignPerson>()
  readonly #names: ForeignNames

  private constructor(leftOut: LeftOut) {
    this.#names = new ForeignNames(leftOut)
  }

  static async read(folder: string, file: string, leftOut: LeftOut): Promise<SlackPeople> {
    const people = new SlackPeople(leftOut)
    for await (const some of readRecords(folder, file)) {
      for (const { record } of some) people.#read(record)
    }
    return people
  }

  find(slackId: string): ForeignPerson | undefined {
    return this.#bySlackId.get(slackId)
  }

  /** Who sent a message. Messages of apps may name no user, but an app or a name. */
  senderOf(message: ForeignRecord): ForeignPerson {
    const user = message.optionalText('user')
    if (user !== '')
      return (
        this.find(user) ??
        this.#add(user, user === 'USLACKBOT' ? 'Slackbot' : `Slack user ${user}`, user === 'USLACKBOT')
      )
    const name = message.optionalText('username') || message.record('bot_profile').optionalText('name')
    const key = `bot ${message.optionalText('bot_id')} ${name}`
    return this.find(key) ?? this.#add(key, name || 'Slack app', true)
  }

  #read(record: ForeignRecord): void {
    const id = record.text('id')
    if (this.#bySlackId.has(id)) return
    const profile = record.record('profile')
    const name =
      profile.optionalText('real_name') ||
      record.optionalText('real_name') ||
      profile.optionalText('display_name') ||
      record.optionalText('name')
    this.#store(id, {
      id: this.all.length + 1,
      email: this.#names.email(profile.optionalText('email'), addressFor(id)),
      fullName: this.#names.person(name, id),
      role: roleOf(record),
      isActive: !record.flag('deleted') && !record.flag('is_bot'),
      isBot: record.flag('is_bot'),
      joinedAt: 0,
      timezone: record.optionalText('tz'),
      avatar: undefined,
    })
  }

  #add(key: string, name: string, isBot: boolean): ForeignPerson {
    const id = this.all.length + 1
    return this.#store(key, {
      id,
      email: addressFor(`${isBot ? 'bot' : 'user'}-${id}`),
      fullName: this.#names.person(name, `Slack user ${id}`),
      role: 'member',
      isActive: false,
      isBot,
      joinedAt: 0,
      timezone: '',
      avatar: undefined,
    })
  }

  #store(key: string, person: ForeignPerson): ForeignPerson {
    this.all.push(person)
    this.#bySlackId.set(key, person)
    return person
  }
}

const addressFor = (name: string) =>
  `slack-${name.toLowerCase().replace(/[^a-z0-9-]/g, '')}@switchboard.invalid`

function roleOf(record: ForeignRecord): Role {
  if (record.flag('is_admin') || record.flag('is_owner') || record.flag('is_primary_owner'))
    return 'administrator'
  return record.flag('is_restricted') || record.flag('is_ultra_restricted') ? 'guest' : 'member'
}
