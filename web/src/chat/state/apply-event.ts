import type { ChatEvent, EventOf } from '@switchboard/client'
import { applyMessageEvent } from './apply-message-event.ts'
import { applyPeopleEvent } from './apply-people-event.ts'
import { applyStreamEvent } from './apply-stream-event.ts'
import type { ChatState, RealmSettings, UserSettings } from './chat-state.ts'

/** The state after an event. Types that it does not know change nothing. */
export function applyEvent(state: ChatState, event: ChatEvent, nowMs: number): ChatState {
  switch (event.type) {
    case 'message':
    case 'update_message':
    case 'delete_message':
    case 'update_message_flags':
    case 'typing':
      return applyMessageEvent(state, event, nowMs)
    case 'stream':
    case 'subscription':
    case 'default_streams':
    case 'user_topic':
      return applyStreamEvent(state, event)
    case 'realm_user':
    case 'realm_bot':
    case 'presence':
    case 'user_status':
    case 'user_group':
    case 'custom_profile_fields':
      return applyPeopleEvent(state, event)
    default:
      return applyOwnEvent(state, event)
  }
}

/** Events about the user's own data and the settings of the organization. */
function applyOwnEvent(state: ChatState, event: ChatEvent): ChatState {
  switch (event.type) {
    case 'realm':
      return { ...state, realm: { ...state.realm, ...realmChange(event) } }
    case 'realm_domains':
      return { ...state, realm: { ...state.realm, domains: domainsAfter(state, event) } }
    case 'realm_emoji':
      return { ...state, emoji: event.realm_emoji }
    case 'realm_linkifiers':
      return { ...state, linkifiers: event.realm_linkifiers }
    case 'muted_users':
      return { ...state, mutedUsers: new Set(event.muted_users.map((user) => user.id)) }
    case 'user_settings':
      return { ...state, settings: { ...state.settings, [event.property]: event.value } as UserSettings }
    case 'alert_words':
      return { ...state, alertWords: event.alert_words }
    case 'drafts':
      return { ...state, drafts: draftsAfter(state, event) }
    case 'bot_commands':
      return { ...state, commands: event.bot_commands }
    case 'saved_snippets':
      return { ...state, snippets: snippetsAfter(state, event) }
    case 'scheduled_messages':
      return { ...state, scheduled: scheduledAfter(state, event) }
    case 'reminders':
      if (event.op === 'add') return { ...state, reminders: [...state.reminders, ...event.reminders] }
      return { ...state, reminders: state.reminders.filter((one) => one.reminder_id !== event.reminder_id) }
    default:
      return state
  }
}

function realmChange(event: EventOf<'realm'>): Partial<RealmSettings> {
  return (event.op === 'update' ? { [event.property]: event.value } : event.data) as Partial<RealmSettings>
}

function domainsAfter({ realm }: ChatState, event: EventOf<'realm_domains'>): RealmSettings['domains'] {
  const changed = event.op === 'remove' ? event.domain : event.realm_domain.domain
  const others = realm.domains.filter(({ domain }) => domain !== changed)
  if (event.op === 'remove') return others
  return [...others, event.realm_domain].sort((one, other) => (one.domain < other.domain ? -1 : 1))
}

function draftsAfter({ drafts }: ChatState, event: EventOf<'drafts'>): ChatState['drafts'] {
  if (event.op === 'add') return [...drafts, ...event.drafts]
  if (event.op === 'remove') return drafts.filter((draft) => draft.id !== event.draft_id)
  return drafts.map((draft) => (draft.id === event.draft.id ? event.draft : draft))
}

function snippetsAfter({ snippets }: ChatState, event: EventOf<'saved_snippets'>): ChatState['snippets'] {
  if (event.op === 'remove') return snippets.filter((snippet) => snippet.id !== event.saved_snippet_id)
  const { saved_snippet: snippet } = event
  if (event.op === 'add') return [...snippets, snippet]
  return snippets.map((one) => (one.id === snippet.id ? snippet : one))
}

function scheduledAfter(
  { scheduled }: ChatState,
  event: EventOf<'scheduled_messages'>,
): ChatState['scheduled'] {
  if (event.op === 'add') return [...scheduled, ...event.scheduled_messages]
  const id = event.op === 'remove' ? event.scheduled_message_id : event.scheduled_message.scheduled_message_id
  if (event.op === 'remove') return scheduled.filter((one) => one.scheduled_message_id !== id)
  return scheduled.map((one) => (one.scheduled_message_id === id ? event.scheduled_message : one))
}
