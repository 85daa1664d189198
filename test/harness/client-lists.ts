/** What a client knows beside messages and streams: lists and dictionaries that events keep up. */

// biome-ignore lint/suspicious/noExplicitAny: the wire's own shapes
type Wire = any

export interface ClientLists {
  starred: Set<number>
  groups: Map<number, Wire>
  statuses: Map<number, Wire>
  drafts: Map<number, Wire>
  snippets: Map<number, Wire>
  scheduled: Map<number, Wire>
  reminders: Map<number, Wire>
  topics: Map<string, Wire>
  inactive: Set<number>
  mutedUsers: Wire[]
  defaultStreams: number[]
  linkifiers: Wire[]
  realm: Map<string, unknown>
  own: Map<string, unknown>
  defaults: Map<string, unknown>
  playgrounds: Wire[]
  commands: Wire[]
  folders: Map<number, Wire>
  views: Map<string, Wire>
}

const byId = (list: Wire[], key: string) => new Map<number, Wire>(list.map((item) => [item[key], item]))
const topicKey = (item: Wire) => `${item.stream_id}>${item.topic_name.toLowerCase()}`

export function readLists(initial: Wire): ClientLists {
  const realm = Object.entries(initial).filter(([key]) => key.startsWith('realm_'))
  return {
    starred: new Set(initial.starred_messages),
    groups: byId(initial.realm_user_groups, 'id'),
    statuses: new Map(Object.entries(initial.user_status).map(([id, status]) => [Number(id), status])),
    drafts: byId(initial.drafts, 'id'),
    snippets: byId(initial.saved_snippets, 'id'),
    scheduled: byId(initial.scheduled_messages, 'scheduled_message_id'),
    reminders: byId(initial.reminders, 'reminder_id'),
    topics: new Map(initial.user_topics.map((item: Wire) => [topicKey(item), item])),
    inactive: new Set(initial.realm_non_active_users.map((user: Wire) => user.user_id)),
    mutedUsers: initial.muted_users,
    defaultStreams: initial.realm_default_streams.map((stream: Wire) => stream.stream_id),
    linkifiers: initial.realm_linkifiers,
    realm: new Map(realm.filter(([, value]) => typeof value !== 'object')),
    own: new Map(Object.entries(initial.user_settings)),
    defaults: new Map(Object.entries(initial.realm_user_settings_defaults)),
    playgrounds: initial.realm_playgrounds,
    commands: initial.bot_commands,
    folders: byId(initial.channel_folders, 'id'),
    views: new Map(initial.navigation_views.map((view: Wire) => [view.fragment, view])),
  }
}

export function applyToLists(lists: ClientLists, event: Wire): void {
  switch (event.type) {
    case 'update_message_flags':
      if (event.flag === 'starred')
        for (const id of event.messages) event.op === 'add' ? lists.starred.add(id) : lists.starred.delete(id)
      break
    case 'delete_message':
      for (const id of event.message_ids) lists.starred.delete(id)
      break
    case 'user_group':
      changeGroups(lists.groups, event)
      break
    case 'user_status':
      changeStatus(lists.statuses, event)
      break
    case 'drafts':
      changeItems(lists.drafts, event, event.drafts ?? [event.draft], 'id', event.draft_id)
      break
    case 'saved_snippets':
      changeItems(lists.snippets, event, [event.saved_snippet], 'id', event.saved_snippet_id)
      break
    case 'scheduled_messages': {
      const items = event.scheduled_messages ?? [event.scheduled_message]
      changeItems(lists.scheduled, event, items, 'scheduled_message_id', event.scheduled_message_id)
      break
    }
    case 'reminders':
      changeItems(lists.reminders, event, event.reminders, 'reminder_id', event.reminder_id)
      break
    case 'user_topic':
      changeTopic(lists.topics, event)
      break
    case 'realm_user':
      if (event.op === 'add') lists.inactive.delete(event.person.user_id)
      if (event.op === 'remove') lists.inactive.add(event.person.user_id)
      break
    case 'muted_users':
      lists.mutedUsers = event.muted_users
      break
    case 'default_streams':
      lists.defaultStreams = event.default_streams.map((stream: Wire) => stream.stream_id)
      break
    case 'realm_linkifiers':
      lists.linkifiers = event.realm_linkifiers
      break
    case 'realm':
      if (event.op === 'update') lists.realm.set(`realm_${event.property}`, event.value)
      else for (const [key, value] of Object.entries(event.data)) lists.realm.set(`realm_${key}`, value)
      break
    case 'bot_commands':
      lists.commands = event.bot_commands
      break
    case 'realm_playgrounds':
      lists.playgrounds = event.realm_playgrounds
      break
    case 'channel_folder':
      changeFolders(lists.folders, event)
      break
    case 'navigation_view':
      if (event.op === 'add') lists.views.set(event.navigation_view.fragment, event.navigation_view)
      else if (event.op === 'remove') lists.views.delete(event.fragment)
      else lists.views.set(event.fragment, { ...lists.views.get(event.fragment), ...event.data })
      break
    case 'realm_user_settings_defaults':
      lists.defaults.set(event.property, event.value)
      break
    case 'user_settings':
      lists.own.set(event.property, event.value)
      break
  }
}

/** Lists of ids and objects in one order, so that two states can be compared. */
export function comparableLists(lists: ClientLists): unknown {
  return Object.fromEntries(
    Object.entries(lists).map(([name, value]) => {
      if (value instanceof Set) return [name, [...value].sort((one, other) => one - other)]
      if (value instanceof Map) return [name, [...value].sort(([one], [other]) => (one < other ? -1 : 1))]
      return [name, value]
    }),
  )
}

function changeItems(items: Map<number, Wire>, event: Wire, given: Wire[], key: string, gone: number): void {
  if (event.op === 'remove') items.delete(gone)
  else for (const item of given) items.set(item[key], item)
}

function changeGroups(groups: Map<number, Wire>, event: Wire): void {
  const group = groups.get(event.group_id)
  if (event.op === 'add') groups.set(event.group.id, event.group)
  else if (event.op === 'remove') groups.delete(event.group_id)
  else if (event.op === 'update') groups.set(group.id, { ...group, ...event.data })
  else if (event.op.endsWith('_subgroups')) {
    const rest = group.direct_subgroup_ids.filter((id: number) => !event.direct_subgroup_ids.includes(id))
    const all = event.op === 'add_subgroups' ? [...rest, ...event.direct_subgroup_ids] : rest
    groups.set(group.id, {
      ...group,
      direct_subgroup_ids: all.sort((one: number, other: number) => one - other),
    })
  } else {
    const rest = group.members.filter((id: number) => !event.user_ids.includes(id))
    const members = event.op === 'add_members' ? [...rest, ...event.user_ids] : rest
    groups.set(group.id, { ...group, members: members.sort((one: number, other: number) => one - other) })
  }
}

/** What is empty is not told by register. */
function changeStatus(
  statuses: Map<number, Wire>,
  { type: _type, id: _id, user_id, ...changed }: Wire,
): void {
  const all = { ...statuses.get(user_id), ...changed }
  const told = Object.entries(all).filter(([, value]) => value !== '' && value !== false && value !== null)
  if (told.length === 0) statuses.delete(user_id)
  else statuses.set(user_id, Object.fromEntries(told))
}

function changeTopic(topics: Map<string, Wire>, { type: _type, id: _id, ...item }: Wire): void {
  if (item.visibility_policy === 0) topics.delete(topicKey(item))
  else topics.set(topicKey(item), item)
}

function changeFolders(folders: Map<number, Wire>, event: Wire): void {
  if (event.op === 'add') folders.set(event.channel_folder.id, event.channel_folder)
  else if (event.op === 'reorder')
    for (const [order, id] of event.order.entries()) folders.set(id, { ...folders.get(id), order })
  else folders.set(event.channel_folder_id, { ...folders.get(event.channel_folder_id), ...event.data })
}
