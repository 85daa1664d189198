import { join } from 'node:path'
import type {
  ForeignEmoji,
  ForeignPerson,
  ForeignStream,
  ForeignSubscription,
} from '../foreign/foreign-export.ts'
import { ForeignNames } from '../foreign/foreign-names.ts'
import type { ForeignRecord } from '../foreign/foreign-record.ts'
import { insideOf } from '../foreign/inside-of.ts'
import type { LeftOut } from '../foreign/left-out.ts'

/** People by user name, and channels by team and name, as the lines before the posts declare them. */
export class MattermostDirectory {
  name = 'Mattermost'
  readonly people: ForeignPerson[] = []
  readonly streams: (ForeignStream & { subscribers: ForeignSubscription[] })[] = []
  readonly emoji: ForeignEmoji[] = []
  readonly #folder: string
  readonly #leftOut: LeftOut
  readonly #names: ForeignNames
  readonly #people = new Map<string, ForeignPerson>()
  readonly #streams = new Map<string, ForeignStream & { subscribers: ForeignSubscription[] }>()
  readonly #teams = new Map<string, string>()
  readonly #memberships: [person: ForeignPerson, team: string, channel: string][] = []

  constructor(folder: string, leftOut: LeftOut) {
    this.#folder = folder
    this.#leftOut = leftOut
    this.#names = new ForeignNames(leftOut)
  }

  person = (name: string) => this.#people.get(name.toLowerCase())
  stream = (team: string, channel: string) => this.#streams.get(`${team} ${channel}`)

  /** Where attachments and pictures are: relative to `data`, or to the export. */
  fileAt = (path: string) => insideOf(join(this.#folder, 'data'), path) ?? insideOf(this.#folder, path)

  add(type: string, record: ForeignRecord): void {
    if (type === 'team') this.#addTeam(record)
    else if (type === 'channel') this.#addChannel(record)
    else if (type === 'user') this.#addUser(record)
    else if (type === 'bot')
      this.#addPerson(record, record.optionalText('display_name'), { isBot: true, isActive: false })
    else if (type === 'emoji') this.#addEmoji(record)
  }

  /** Called once all people and channels are known. */
  subscribe(): void {
    for (const [person, team, channel] of this.#memberships) {
      const stream = this.stream(team, channel)
      if (stream && person.isActive) stream.subscribers.push({ userId: person.id })
    }
  }

  /** A sender whom the export does not declare. */
  addStranger(name: string): ForeignPerson {
    return this.person(name) ?? this.#store(name, name, '', { isActive: false })
  }

  #addTeam(record: ForeignRecord): void {
    const name = record.optionalText('display_name') || record.text('name')
    if (this.#teams.size === 0) this.name = name
    this.#teams.set(record.text('name'), name)
  }

  #addChannel(record: ForeignRecord): void {
    const [team, channel] = [record.text('team'), record.text('name')]
    const shown = record.optionalText('display_name') || channel
    const isArchived = record.has('deleted_at') && record.number('deleted_at') > 0
    const isPrivate = record.optionalText('type') === 'P'
    const stream = {
      id: this.streams.length + 1,
      name: this.#names.stream(
        this.#teams.size > 1 ? `${this.#teams.get(team) ?? team}: ${shown}` : shown,
        channel,
      ),
      description: this.#names.description(record.optionalText('purpose') || record.optionalText('header')),
      isPrivate,
      isHistoryPublic: true,
      isAnnouncementOnly: false,
      isArchived,
      // Everybody of a team is in it.
      isDefault: channel === 'town-square' && !isArchived,
      createdAt: 0,
      subscribers: [],
    }
    this.streams.push(stream)
    this.#streams.set(`${team} ${channel}`, stream)
  }

  #addUser(record: ForeignRecord): void {
    const [first, last] = [record.optionalText('first_name'), record.optionalText('last_name')]
    const name = `${first} ${last}`.trim() || record.optionalText('nickname')
    const roles = record.optionalText('roles').split(' ')
    const person = this.#addPerson(record, name, {
      role: roles.includes('system_admin')
        ? 'administrator'
        : roles.includes('system_guest')
          ? 'guest'
          : 'member',
      isActive: !record.has('delete_at') || record.number('delete_at') === 0,
    })
    for (const team of record.records('teams')) {
      if (team.optionalText('roles').split(' ').includes('team_admin') && person.role === 'member')
        person.role = 'administrator'
      for (const channel of team.records('channels')) {
        this.#memberships.push([person, team.text('name'), channel.text('name')])
      }
    }
  }

  #addPerson(record: ForeignRecord, name: string, more: Partial<ForeignPerson>): ForeignPerson {
    const avatar = record.has('profile_image') ? this.fileAt(record.text('profile_image')) : undefined
    const user = record.text('username')
    return this.#store(user, name || user, record.optionalText('email'), { ...more, avatar })
  }

  #store(user: string, name: string, email: string, more: Partial<ForeignPerson>): ForeignPerson {
    const id = this.people.length + 1
    const local = user
      .toLowerCase()
      .replace(/[^a-z0-9._-]/g, '')
      .slice(0, 40)
    const person: ForeignPerson = {
      id,
      email: this.#names.email(email, `mattermost-${local}-${id}@switchboard.invalid`),
      fullName: this.#names.person(name, `Mattermost user ${id}`),
      role: 'member',
      isActive: true,
      isBot: false,
      joinedAt: 0,
      timezone: '',
      avatar: undefined,
      ...more,
    }
    this.people.push(person)
    this.#people.set(user.toLowerCase(), person)
    return person
  }

  #addEmoji(record: ForeignRecord): void {
    const name = record.text('name')
    const picture = this.fileAt(record.optionalText('image'))
    const isValid = /^[0-9a-z._-]{1,60}$/.test(name) && this.emoji.every((one) => one.name !== name)
    if (picture === undefined || !isValid) {
      this.#leftOut.add('Custom emoji without a valid name or a picture in the export', name)
      return
    }
    // People come later; the first one is the author.
    this.emoji.push({ id: this.emoji.length + 1, name, authorId: 1, isDeactivated: false, picture })
  }
}
