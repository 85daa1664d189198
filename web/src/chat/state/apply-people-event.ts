import type { EventOf, RealmUserEvent } from '@switchboard/client'
import type { RealmBot } from '@switchboard/client/chat'
import type { ChatState, Person, UserGroup, UserStatus } from './chat-state.ts'

type Applied = EventOf<
  'realm_user' | 'realm_bot' | 'presence' | 'user_status' | 'user_group' | 'custom_profile_fields'
>

export function applyPeopleEvent(state: ChatState, event: Applied): ChatState {
  switch (event.type) {
    case 'realm_user':
      return personChanged(state, event)
    case 'realm_bot':
      return botChanged(state, event)
    case 'presence': {
      const seen = Object.values(event.presence)
      // The user has turned presence off.
      if (seen.every((one) => one.timestamp === 0)) {
        const presences = new Map(state.presences)
        presences.delete(event.user_id)
        return { ...state, presences }
      }
      const newest = (status: string) =>
        Math.max(0, ...seen.filter((one) => one.status === status).map((one) => one.timestamp))
      // An event is about one client; the user may be active in another.
      const known = state.presences.get(event.user_id) ?? { active: 0, idle: 0 }
      const presence = {
        active: Math.max(known.active, newest('active')),
        idle: Math.max(known.idle, newest('idle')),
      }
      return { ...state, presences: new Map(state.presences).set(event.user_id, presence) }
    }
    case 'user_status':
      return statusChanged(state, event)
    case 'user_group':
      return groupChanged(state, event)
    case 'custom_profile_fields':
      return { ...state, profileFields: event.fields }
  }
}

function personChanged(state: ChatState, { op, person }: RealmUserEvent): ChatState {
  const known = state.people.get(person.user_id)
  // Deactivated people and bots can be changed: they do not come back by that.
  const is_active = op === 'update' ? (known?.is_active ?? true) : op === 'add'
  const next = { ...known, is_active, ...changesOf(person, known) } as Person
  const people = new Map(state.people).set(person.user_id, next)
  if (person.user_id !== state.me.userId) return { ...state, people }
  const me = {
    ...state.me,
    email: next.email,
    fullName: next.full_name,
    avatarUrl: next.avatar_url ?? state.me.avatarUrl,
    isAdmin: next.is_admin,
    isGuest: next.is_guest,
  }
  return { ...state, people, me }
}

function changesOf(person: RealmUserEvent['person'], known: Person | undefined): Partial<Person> {
  const { custom_profile_field: field, new_email, ...rest } = person
  const changes = { ...rest, ...(new_email && { email: new_email }) } as Partial<Person>
  if (!field) return changes
  const data = { ...known?.profile_data } as Record<string, { value: string; rendered_value?: string }>
  if (field.value === null) delete data[field.id]
  else
    data[field.id] = {
      value: field.value,
      ...(field.rendered_value && { rendered_value: field.rendered_value }),
    }
  return { ...changes, profile_data: data as NonNullable<Person['profile_data']> }
}

function botChanged(state: ChatState, { op, bot }: EventOf<'realm_bot'>): ChatState {
  const bots = new Map(state.bots)
  if (op === 'delete') bots.delete(bot.user_id)
  else {
    const gone = op === 'remove' && { is_active: false }
    bots.set(bot.user_id, { ...bots.get(bot.user_id), ...bot, ...gone } as RealmBot)
  }
  return { ...state, bots }
}

function statusChanged(state: ChatState, event: EventOf<'user_status'>): ChatState {
  const { id: _id, type: _type, user_id, ...given } = event as EventOf<'user_status'> & { id: number }
  const next: Record<string, unknown> = { ...state.statuses.get(user_id), ...given }
  // Empty values are removed.
  for (const [name, value] of Object.entries(next)) if (!value) delete next[name]
  const statuses = new Map(state.statuses)
  if (next.away || next.do_not_disturb || next.status_text || next.emoji_name)
    statuses.set(user_id, next as UserStatus)
  else statuses.delete(user_id)
  return { ...state, statuses }
}

function groupChanged(state: ChatState, event: EventOf<'user_group'>): ChatState {
  const groups = new Map(state.groups)
  if (event.op === 'add') groups.set(event.group.id, event.group)
  else if (event.op === 'remove') groups.delete(event.group_id)
  else {
    const group = groups.get(event.group_id)
    if (!group) return state
    groups.set(group.id, { ...group, ...changedGroup(group, event) })
  }
  return { ...state, groups }
}

function changedGroup(
  { members, direct_subgroup_ids: subgroups }: UserGroup,
  event: Exclude<EventOf<'user_group'>, { op: 'add' | 'remove' }>,
): Partial<UserGroup> {
  switch (event.op) {
    case 'update':
      return event.data
    case 'add_members':
      return { members: ascending([...members, ...event.user_ids]) }
    case 'remove_members':
      return { members: members.filter((id) => !event.user_ids.includes(id)) }
    case 'add_subgroups':
      return { direct_subgroup_ids: ascending([...subgroups, ...event.direct_subgroup_ids]) }
    case 'remove_subgroups':
      return { direct_subgroup_ids: subgroups.filter((id) => !event.direct_subgroup_ids.includes(id)) }
  }
}

const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((one, other) => one - other)
